import { RequestTooComplex } from '@spanhouse/span-intake';
import { partitionOfTrace } from '@spanhouse/span-log/publisher';
import { decodeSpanRows, type RowContext, SpanRowEncoder } from '@spanhouse/span-row';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import { aCanonicalSpan, anyCanonicalSpan } from '@spanhouse/span-schema/testing';
import fc from 'fast-check';
import { type BuiltRecords, buildRecords, type RecordBounds } from './build-records.js';

const MIB = 1024 * 1024;
const context: RowContext = {
  project_id: '00000000-0000-0000-0000-000000000000',
  received_at: 1_777_629_600_000_000_001n,
  created_by_id: '00000000-0000-0000-0000-000000000000',
  retention_days: 0,
};
const bounds: RecordBounds = {
  partitionCount: 4,
  maxRecordBytes: 16 * MIB,
  maxSpanBytes: 8 * MIB,
  maxRequestBytes: 64 * MIB,
};

function build(spans: readonly CanonicalSpan[], changes: Partial<RecordBounds> = {}): BuiltRecords {
  const encoder = new SpanRowEncoder();
  const built = buildRecords(spans, {
    encoder,
    bounds: { ...bounds, ...changes },
    context,
    requestId: 'request-1',
  });
  expect(encoder.byteLength).toBe(0);
  return built;
}

function idsOf(spans: readonly { trace_id: string; span_id: string }[]): string[] {
  return spans.map(({ trace_id: traceId, span_id: spanId }) => `${traceId}/${spanId}`);
}

function storedIn({ records }: BuiltRecords): string[] {
  return records.flatMap(({ rows, rowSchemaVersion }) =>
    idsOf(decodeSpanRows(rows, rowSchemaVersion)),
  );
}

function traceId(n: number): string {
  return n.toString(16).padStart(32, '0');
}

function spanId(n: number): string {
  return n.toString(16).padStart(16, '0');
}

function paddedSpan(n: number, bytes: number): CanonicalSpan {
  return aCanonicalSpan({
    span_id: spanId(n),
    attributes: { pad: 'x'.repeat(bytes), ag: { data: {} } },
  });
}

describe('buildRecords', () => {
  it('builds one record for each partition, with the spans of a trace in their order', () => {
    const spans = Array.from({ length: 60 }, (_, n) =>
      aCanonicalSpan({ trace_id: traceId(1 + (n % 7)), span_id: spanId(n + 1) }),
    );

    const built = build(spans);

    const partitions = built.records.map(({ partition }) => partition);
    expect(new Set(partitions).size).toBe(partitions.length);
    for (const { partition, rows, rowSchemaVersion, spanCount } of built.records) {
      const expected = spans.filter(
        (span) => partitionOfTrace(context.project_id, span.trace_id, 4) === partition,
      );
      const stored = decodeSpanRows(rows, rowSchemaVersion);
      expect(idsOf(stored)).toEqual(idsOf(expected));
      expect(spanCount).toBe(expected.length);
    }
  });

  it('splits a partition into records below the maximum size', () => {
    const spans = Array.from({ length: 10 }, (_, n) => paddedSpan(n + 1, 30_000));

    const built = build(spans, { maxRecordBytes: 100_000 });

    expect(built.records.map(({ spanCount }) => spanCount)).toEqual([3, 3, 3, 1]);
    expect(Math.max(...built.records.map(({ rows }) => rows.length))).toBeLessThanOrEqual(100_000);
    expect(storedIn(built)).toEqual(idsOf(spans));
  });

  it('omits a span above the limit and keeps the others', () => {
    const spans = [paddedSpan(1, 10), paddedSpan(2, 50_000), paddedSpan(3, 10)];

    const built = build(spans, { maxSpanBytes: 40_000 });

    expect(built.tooLarge).toEqual([1]);
    expect(storedIn(built)).toEqual(idsOf([spans[0], spans[2]] as CanonicalSpan[]));
    expect(built.rowBytes).toBe(built.records[0]?.rows.length);
  });

  it('omits a span that does not fit into a record', () => {
    const built = build([paddedSpan(1, 50_000)], { maxRecordBytes: 40_000 });

    expect(built).toEqual({ records: [], tooLarge: [0], rowBytes: 0 });
  });

  it('refuses rows above the limit of a publish, and keeps none of them for the next request', () => {
    const resource = { attributes: { repeated: 'x'.repeat(100_000) } };
    const spans = Array.from({ length: 1000 }, (_, n) => ({ ...paddedSpan(n + 1, 10), resource }));
    const limits = { maxRecordBytes: MIB, maxRequestBytes: 8 * MIB };

    expect(() => build(spans, limits)).toThrow(RequestTooComplex);
    expect(build(spans.slice(0, 50), limits).tooLarge).toEqual([]);
  });

  it('keeps no row of a failed request for the next request', () => {
    const encoder = new SpanRowEncoder();
    const dependencies = { encoder, bounds, context, requestId: 'request-1' };
    const impossible = { ...paddedSpan(2, 10), start_time: 'no time' as unknown as bigint };

    expect(() => buildRecords([paddedSpan(1, 10), impossible], dependencies)).toThrow();
    const next = buildRecords([paddedSpan(3, 10)], dependencies);

    expect(storedIn(next)).toEqual(idsOf([paddedSpan(3, 10)]));
  });

  it('builds no record without spans', () => {
    expect(build([])).toEqual({ records: [], tooLarge: [], rowBytes: 0 });
  });

  it('accounts for every span, whatever the bounds', () => {
    const spans = fc.array(anyCanonicalSpan(), { maxLength: 12 });
    const size = fc.integer({ min: 200, max: 4000 });
    const check = (given: CanonicalSpan[], maxRecordBytes: number, maxSpanBytes: number) => {
      const built = build(given, { maxRecordBytes, maxSpanBytes });

      const dropped = built.tooLarge.map((index) => given[index] as CanonicalSpan);
      expect([...storedIn(built), ...idsOf(dropped)].sort()).toEqual(idsOf(given).sort());
      for (const { rows } of built.records) {
        expect(rows.length).toBeLessThanOrEqual(maxRecordBytes);
      }
    };

    fc.assert(fc.property(spans, size, size, check), { numRuns: 50 });
  });
});

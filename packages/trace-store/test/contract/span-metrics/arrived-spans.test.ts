import { randomUUID } from 'node:crypto';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import { aContext, aSpan, START_NS } from '@spanhouse/trace-store/testing';
import type { LogRange } from '@spanhouse/trace-store/writer';
import { useOpened } from '../open-clickhouse.js';
import { describeSpanMetrics } from './span-metrics-under-test.js';

const never = new AbortController().signal;
const GENERATION = 1n << 48n;
const HOUR_NS = 3_600_000_000_000n;
const DAY_NS = 24n * HOUR_NS;

describeSpanMetrics('SpanMetricsStore arrived spans', (open) => {
  const used = useOpened(open);
  let offset = 0n;
  let project_id: string;

  beforeEach(() => {
    project_id = randomUUID();
  });

  /** Stores spans in a new block. Returns the range that contains only this block. */
  const send = async (spans: readonly Partial<CanonicalSpan>[], afterNs = 0n) => {
    offset += 1n;
    const rows = spans.map((members, index) => ({
      span: aSpan({ resource: named('shop'), ...members }),
      context: aContext({
        project_id,
        received_at: START_NS + 60_000_000_000n + afterNs + offset * 1000n + BigInt(index),
      }),
    }));
    await used.store({ rows, logOffset: GENERATION | offset });
    return rangeFrom(offset);
  };
  const rangeFrom = (first: bigint): LogRange => ({
    from: [GENERATION | first],
    to: [GENERATION | (offset + 1n)],
  });
  const read = async (range: LogRange) =>
    (await used.metrics.calls(range, never)).toSorted((left, right) =>
      left.labels.join() < right.labels.join() ? -1 : 1,
    );
  const edgesOf = (range: LogRange) =>
    used.metrics.edges({ range, among: range, waitNs: 0n, withNamespaces: false }, never);

  it('finds the rows of a log in partitions that the next log lacks', async () => {
    const context = aContext({ project_id, received_at: START_NS + 60_000_000_000n });
    const rows = [{ span: aSpan({ resource: named('shop') }), context }];
    const generation = 5n * GENERATION;
    await used.store({ rows, logPartition: 1, logOffset: generation | 2n });
    const range = { from: [generation | 500n, generation | 2n], to: [6n * GENERATION] };

    const blocks = await used.metrics.blocks(range, never);
    const calls = await read(range);

    expect(blocks).toMatchObject([{ partition: 1, offset: generation | 2n, rows: 1 }]);
    expect(calls.map(({ amount }) => amount)).toEqual([1n]);
  });

  it('sums up spans by service, name, kind, status and bucket of duration', async () => {
    const ends = [1_000_000n, 2_000_000n, 2_000_001n, 40_000_000_000n, -5n];
    const range = await send(
      ends.map((end, index) => ({
        span_id: (index + 1).toString(16).padStart(16, '0'),
        end_time: START_NS + end,
        span_kind: 'SPAN_KIND_INTERNAL',
      })),
    );

    const calls = await read(range);

    expect(calls.toSorted((a, b) => a.bucket - b.bucket)).toMatchObject([
      { bucket: 0, amount: 3n, totalNs: 3_000_000n },
      { bucket: 1, amount: 1n, totalNs: 2_000_001n },
      { bucket: 14, amount: 1n, totalNs: 40_000_000_000n },
    ]);
    expect(calls[0]).toMatchObject({
      project_id,
      metric: 'calls',
      labels: ['shop', 'GET /reports', 'SPAN_KIND_INTERNAL', 'STATUS_CODE_OK'],
      exemplar: { trace_id: aSpan().trace_id },
    });
    expect(calls.every(({ totalBytes }) => totalBytes > 10n)).toBe(true);
    expect(await edgesOf(range)).toEqual([]);
  });

  it('omits spans without a service, and spans that ended an hour before they arrived', async () => {
    const range = await send([
      { span_id: '0000000000000001', resource: undefined },
      { span_id: '0000000000000002', resource: named('') },
      { span_id: '0000000000000003', end_time: START_NS - HOUR_NS },
      { span_id: '0000000000000004', end_time: START_NS + 61_000_000_000n - HOUR_NS },
    ]);

    const calls = await read(range);

    expect(calls).toMatchObject([{ amount: 1n }]);
  });

  it('counts a span once that is delivered again within a day, even with other members', async () => {
    const first = await send([{ trace_id: 'a1'.repeat(16) }]);
    const second = await send([
      { trace_id: 'a1'.repeat(16), start_time: START_NS - 20_000_000_000n, span_name: 'later' },
      { trace_id: 'a1'.repeat(16), span_id: '0000000000000009', span_name: 'new' },
      { trace_id: 'a2'.repeat(16), span_name: 'other trace' },
    ]);
    const afterADay = await send([{ trace_id: 'a1'.repeat(16) }], DAY_NS);

    expect(await read(first)).toMatchObject([{ amount: 1n }]);
    expect((await read(second)).map(({ labels }) => labels[1])).toEqual(['new', 'other trace']);
    // The span ended more than an hour before it arrived.
    expect(await read(afterADay)).toEqual([]);
    expect(await edgesOf(afterADay)).toEqual([]);
  });

  it('counts a span again that is delivered more than a day later', async () => {
    const trace_id = 'b1'.repeat(16);
    await send([{ trace_id }]);
    const range = await send([{ trace_id, end_time: START_NS + 2n * DAY_NS }], 2n * DAY_NS);

    expect(await read(range)).toMatchObject([{ amount: 1n }]);
  });

  it('counts a span once that is twice in a block, and equally in every range', async () => {
    const trace_id = 'c1'.repeat(16);
    const range = await send([{ trace_id }, { trace_id, span_name: 'second' }]);
    const whole = await read(rangeFrom(0n));

    expect((await read(range)).map(({ labels }) => labels[1])).toEqual(['GET /reports']);
    expect(whole.filter(({ project_id: id }) => id === project_id)).toMatchObject([{ amount: 1n }]);
  });

  it('lists the blocks of a range by partition and offset', async () => {
    await send([{}]);
    const { from, to } = await send([{}, { span_id: '0000000000000002' }]);
    const row = { span: aSpan(), context: aContext({ project_id, received_at: START_NS }) };
    await used.store({ rows: [row], logPartition: 1, logOffset: GENERATION | 3n });

    const firstNs = START_NS + 60_000_000_000n + offset * 1000n;
    const arrival = { receivedNs: firstNs, lastReceivedNs: firstNs + 1n };
    const blocks = await used.metrics.blocks({ from, to: [...to, GENERATION | 4n] }, never);

    expect(blocks).toEqual([
      { partition: 0, offset: from?.[0], rows: 2, ...arrival },
      {
        partition: 1,
        offset: GENERATION | 3n,
        rows: 1,
        receivedNs: START_NS,
        lastReceivedNs: START_NS,
      },
    ]);
    expect(
      await used.metrics.blocks(
        { from, to: [...to, GENERATION | 4n], receivedAfter: START_NS },
        never,
      ),
    ).toHaveLength(1);
  });
});

function named(service: string) {
  return { attributes: { 'service.name': service } };
}

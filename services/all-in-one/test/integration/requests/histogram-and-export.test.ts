import fc from 'fast-check';
import { consistentWith, postJson, send } from '../../http-client.js';
import { runSpanhouse } from '../../processes/running-spanhouse.js';

const oldest = '2026-05-01T10:00:00Z';
const newest = '2026-05-01T11:00:00Z';
const RUNS = 40;

function hex(at: number, digits: number): string {
  return at.toString(16).padStart(digits, '0');
}

/** A span of one of twelve traces; spans with the same number are versions of one span. */
const anySpan = fc
  .record({
    at: fc.integer({ min: 1, max: 240 }),
    // Some are outside the window, some exactly at its bounds.
    startS: fc.oneof(fc.integer({ min: -60, max: 3660 }), fc.constantFrom(0, 3600)),
    isFailed: fc.boolean(),
    type: fc.constantFrom('chat', 'tool', 'task'),
    tier: fc.constantFrom('basic', 'premium', undefined),
  })
  .map(({ at, startS, isFailed, type, tier }) => {
    const time = new Date(Date.parse(oldest) + 1000 * startS).toISOString();
    return {
      trace_id: hex(1 + (at % 12), 32),
      span_id: hex(at, 16),
      span_name: 'a step',
      start_time: time,
      end_time: time,
      ...(isFailed && { status_code: 'STATUS_CODE_ERROR' }),
      attributes: { 'ag.type.span': type, ...(tier !== undefined && { tier }) },
    };
  });

const anyCondition = fc.constantFrom(
  { field: 'status_code', operator: 'is', value: 'STATUS_CODE_ERROR' },
  { field: 'span_type', operator: 'in', value: ['chat', 'tool'] },
  { field: 'attributes', key: 'tier', operator: 'is', value: 'premium' },
  { field: 'attributes', key: 'tier', operator: 'not_exists' },
  { field: 'trace_id', operator: 'is_not', value: hex(3, 32) },
);
const anyFiltering = fc.record({
  operator: fc.constantFrom('and', 'or', 'nand', 'nor'),
  conditions: fc.array(anyCondition, { minLength: 1, maxLength: 3 }),
});

describe('a histogram and an export', () => {
  const spanhouse = runSpanhouse();
  let receipts: Record<string, string>;

  beforeAll(async () => {
    // The later requests replace spans of the earlier ones, and two traces are deleted.
    const requests = fc.sample(fc.array(anySpan, { minLength: 120, maxLength: 200 }), 4);
    const answers = [];
    for (const spans of requests) {
      const unique = [...new Map(spans.map((span) => [span.span_id, span])).values()];
      answers.push(await postJson(`${spanhouse.url}/tracing/spans/ingest`, { spans: unique }));
    }
    const sent = consistentWith(...answers.map(({ receipt }) => receipt));
    for (const at of [1, 2]) {
      const trace = `${spanhouse.url}/traces/${hex(at, 32)}`;
      answers.push(await send(trace, { method: 'DELETE', headers: sent }));
    }
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 202]);
    receipts = consistentWith(...answers.map(({ receipt }) => receipt));
  });

  it('have the same number of spans, although some were replaced and some deleted', async () => {
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(
        anyFiltering,
        fc.integer({ min: 1, max: 200 }),
        async (filtering, buckets) => {
          const windowing = { oldest, newest };
          const time = { buckets };
          const [histogram, lines] = await Promise.all([
            postJson(
              `${spanhouse.url}/spans/aggregate/query`,
              { filtering, windowing, time },
              receipts,
            ),
            postJson(
              `${spanhouse.url}/spans/query`,
              { filtering, windowing },
              { ...receipts, accept: 'application/x-ndjson' },
            ),
          ]);
          const rows: { readonly count: number }[] = histogram.body.rows;
          const sum = rows.reduce((total, { count }) => total + count, 0);
          const exported = String(lines.body)
            .split('\n')
            .filter((line) => line !== '').length;
          expect([sum, histogram.body.total.count]).toEqual([exported, exported]);
          seen += exported;
        },
      ),
      { numRuns: RUNS },
    );
    expect(seen).toBeGreaterThan(0);
  });
});

import type { StoredSpan } from '@spanhouse/span-row';
import type { SpanNode } from '@spanhouse/trace-store/reader';
import { aStoredSpan } from '../testing/a-stored-span.js';
import { recomputeTrace } from './recompute-trace.js';

function metricsOf(tokens: object, errors: object = {}) {
  return JSON.stringify({ duration: {}, errors, tokens, costs: {} });
}

const root = aStoredSpan({ span_id: '1'.repeat(16) });
const child = aStoredSpan({ span_id: '2'.repeat(16), parent_id: root.span_id });

describe('recomputeTrace', () => {
  it('adds no echo, whether the spans are held or only their nodes', () => {
    const total = { prompt: 1, completion: 2, total: 3 };
    const call = { ...child, has_mapped_usage: true, metrics: metricsOf({ incremental: total }) };
    const withId = (id: string) => `{"ag":{"data":{},"meta":{"response":{"id":"${id}"}}}}`;
    const trace = (first: string, second: string) => [
      root,
      { ...call, scope: '{"name":"a"}', attributes: withId(first) },
      {
        ...call,
        span_id: '3'.repeat(16),
        parent_id: call.span_id,
        scope: '{"name":"b"}',
        attributes: withId(second),
      },
    ];
    const totalOf = (nodes: readonly SpanNode[]) =>
      JSON.parse(recomputeTrace(nodes)[0]?.metrics ?? '').tokens.cumulative.total;
    const nodesOf = (spans: readonly StoredSpan[], ids: readonly string[]): SpanNode[] =>
      spans.map(({ attributes: _, ...node }, index) => ({
        ...node,
        response_id: ids[index] ?? '',
      }));

    expect(totalOf(trace('r1', 'r1'))).toBe(3);
    expect(totalOf(trace('r1', 'r2'))).toBe(6);
    expect(totalOf(nodesOf(trace('', ''), ['', 'r1', 'r1']))).toBe(3);
    expect(totalOf(nodesOf(trace('', ''), ['', 'r1', 'r2']))).toBe(6);
    expect(totalOf(nodesOf(trace('', ''), ['', 'r1', '']))).toBe(3);
  });

  it('keeps integers beyond 2^53', () => {
    const cached =
      '{"duration":{},"errors":{},"tokens":{"incremental":{"cached":9007199254740993}},"costs":{}}';

    expect(recomputeTrace([{ ...root, metrics: cached }])[0]?.metrics).toContain(
      '9007199254740993',
    );
  });
});

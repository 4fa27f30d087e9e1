import type { StoredSpan } from '@spanhouse/span-row';
import fc from 'fast-check';
import { aStoredSpan, spanId } from '../testing/a-stored-span.js';
import { childrenOf } from '../testing/trace-tree.js';
import { startOfTrace, writeSpans, writeTree } from './assemble-trace.js';

/**
 * The functions below compute the answer for a trace as docs/api describes it: tree, roll-up and trace type. They
 * handle the spans one after the other, without regard to speed.
 */
type Json = ReturnType<typeof JSON.parse>;
type Counts = { prompt: number; completion: number; total: number };

const counts = ['prompt', 'completion', 'total'] as const;

function rolledUp(span: StoredSpan, set: readonly StoredSpan[]): Json {
  const metrics = JSON.parse(span.metrics);
  const submitted = JSON.parse(span.submitted_cumulative ?? '{}');
  const below = childrenOf(span, set).map((child) => rolledUp(child, set));
  const settle = (name: string, sum: number | Counts, isZero: boolean) => {
    const { incremental } = metrics[name];
    const cumulative = isZero ? submitted[name] : sum;
    metrics[name] = {
      ...(incremental !== undefined && { incremental }),
      ...(cumulative !== undefined && { cumulative }),
    };
  };
  const errors = [metrics.errors.incremental, ...below.map((child) => child.errors.cumulative)]
    .map((own) => own ?? 0)
    .reduce((sum, own) => sum + own, 0);
  settle('errors', errors, errors === 0);
  for (const name of ['tokens', 'costs']) {
    const parts = [metrics[name].incremental, ...below.map((child) => child[name].cumulative)];
    const sum = Object.fromEntries(
      counts.map((key) => [key, parts.reduce((total, part) => total + (part?.[key] ?? 0), 0)]),
    ) as Counts;
    settle(
      name,
      sum,
      counts.every((key) => sum[key] === 0),
    );
  }
  return metrics;
}

function shape(parent: StoredSpan | undefined, set: readonly StoredSpan[]): Json {
  const level: Record<string, Json> = Object.create(null);
  for (const span of childrenOf(parent, set)) {
    const hasChildren = childrenOf(span, set).length > 0;
    const node = {
      span_id: span.span_id,
      trace_type: set.some(({ trace_type }) => trace_type === 'annotation')
        ? 'annotation'
        : 'invocation',
      metrics: rolledUp(span, set),
      ...(hasChildren && { spans: shape(span, set) }),
    };
    const known = level[span.span_name];
    level[span.span_name] =
      known === undefined ? node : [...(Array.isArray(known) ? known : [known]), node];
  }
  return { ...level };
}

/** Returns the members of a parsed answer that the test compares. */
function outlined(level: Json): Json {
  return Object.fromEntries(
    Object.entries<Json>(level).map(([name, nodes]) => [
      name,
      Array.isArray(nodes) ? nodes.map(outlinedNode) : outlinedNode(nodes),
    ]),
  );
}

function outlinedNode({ span_id, trace_type, attributes, spans }: Json): Json {
  expect(attributes.ag.type.trace).toBe(trace_type);
  const { metrics } = attributes.ag;
  return { span_id, trace_type, metrics, ...(spans !== undefined && { spans: outlined(spans) }) };
}

const anyCounts = fc.record({
  prompt: fc.nat(3),
  completion: fc.nat(3),
  total: fc.nat(3),
});
const anyMetric = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: anyCounts.map((incremental) => ({ incremental })) },
);

/**
 * Returns metrics in their stored form. If the request contained nothing to roll up, they include the submitted values.
 */
function asStored(metrics: Json, submitted: Json = {}): Json {
  return Object.fromEntries(
    Object.entries<Json>(metrics).map(([name, metric]) => [
      name,
      submitted[name] === undefined ? metric : { ...metric, cumulative: submitted[name] },
    ]),
  );
}

/**
 * Generates traces with arbitrary parents: a span in the trace, a missing span, the span itself, or a span on a cycle.
 * Names, starts and metrics are often equal.
 */
const anyTrace = fc
  .array(
    fc.record({
      parent: fc.option(fc.nat(9), { nil: undefined }),
      name: fc.constantFrom('a', 'b', '', '"', '__proto__', 'spans'),
      start: fc.nat(2),
      trace_type: fc.constantFrom('invocation', 'invocation', 'invocation', 'annotation'),
      errors: fc.constantFrom({}, { incremental: 0 }, { incremental: 2 }),
      tokens: anyMetric,
      costs: anyMetric,
      submitted: fc.option(fc.record({ errors: fc.nat(2), tokens: anyCounts }), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((entries) =>
    entries
      .map(({ parent, name, start, trace_type, submitted, ...metrics }, index) =>
        aStoredSpan({
          span_id: spanId(index),
          parent_id: parent === undefined ? undefined : spanId(parent),
          span_name: name,
          trace_type,
          start_time: BigInt(start),
          metrics: JSON.stringify(asStored({ duration: {}, ...metrics }, submitted)),
          submitted_cumulative: submitted && JSON.stringify(submitted),
        }),
      )
      .toSorted((left, right) => Number(left.start_time - right.start_time)),
  );

describe('writeSpans', () => {
  it('shows the tree, the roll-up and the trace type as docs/api/spans-and-traces.md describes them', () => {
    fc.assert(
      fc.property(anyTrace, (spans) => {
        const written = outlined(JSON.parse(writeSpans(spans)));

        expect(JSON.stringify(written)).toBe(JSON.stringify(shape(undefined, spans)));
      }),
      { numRuns: 500 },
    );
  });

  it('starts with its first top-level span', () => {
    const spans = [
      aStoredSpan({ span_id: spanId(0), start_time: 5n }),
      aStoredSpan({ span_id: spanId(1), start_time: 3n, parent_id: spanId(0) }),
      aStoredSpan({ span_id: spanId(2), start_time: 4n }),
    ];

    expect(startOfTrace(spans)).toBe(4n);
  });

  it('writes a chain that is deeper than the call stack', () => {
    const spans = Array.from({ length: 20_000 }, (_, index) =>
      aStoredSpan({
        span_id: spanId(index),
        parent_id: index === 0 ? undefined : spanId(index - 1),
      }),
    );

    expect(writeSpans(spans).endsWith('}'.repeat(40_000))).toBe(true);
  });

  it('writes a level that has more spans than a call can have arguments', () => {
    const spans = Array.from({ length: 130_000 }, (_, index) =>
      aStoredSpan({ span_id: spanId(index) }),
    );

    expect(writeSpans(spans).split('"span_id"')).toHaveLength(130_001);
  });
});

describe('writeTree', () => {
  it('writes the same text for a trace that is read span by span and for one that is held', async () => {
    await fc.assert(
      fc.asyncProperty(anyTrace, async (spans) => {
        const trace = {
          trace_id: 't',
          nodes: spans,
          held: undefined,
          read: (positions: readonly number[]) =>
            positions.map((position) => spans.slice(position, position + 1)),
        };

        const pieces: string[] = [];
        for await (const piece of writeTree(trace)) {
          pieces.push(piece);
        }

        expect(pieces.join('')).toBe(writeSpans(spans));
      }),
    );
  });
});

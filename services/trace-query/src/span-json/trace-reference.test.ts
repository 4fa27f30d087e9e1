import type { StoredSpan } from '@spanhouse/span-row';
import fc from 'fast-check';
import { aStoredSpan } from '../testing/a-stored-span.js';
import { writeSpans } from './assemble-trace.js';

/**
 * Computes what a trace-shaped read shows as docs/api describes it: tree, roll-up and trace type,
 * one span after the other and without regard to speed.
 */
type Json = ReturnType<typeof JSON.parse>;
type Counts = { prompt: number; completion: number; total: number };

const counts = ['prompt', 'completion', 'total'] as const;

function idOf(number: number) {
  return (number + 1).toString(16).padStart(16, '0');
}

function parentOf(span: StoredSpan, set: readonly StoredSpan[]) {
  return set.find(({ span_id }) => span_id === span.parent_id);
}

/** Returns whether following the parents leads back to the span. */
function isOnCycle(span: StoredSpan, set: readonly StoredSpan[]) {
  let above = parentOf(span, set);
  for (let steps = 0; above !== undefined && steps < set.length; steps++) {
    if (above === span) {
      return true;
    }
    above = parentOf(above, set);
  }
  return false;
}

function childrenOf(parent: StoredSpan | undefined, set: readonly StoredSpan[]) {
  return set
    .filter((span) => (isOnCycle(span, set) ? undefined : parentOf(span, set)) === parent)
    .toSorted((left, right) =>
      left.start_time === right.start_time
        ? left.span_id.localeCompare(right.span_id)
        : Number(left.start_time - right.start_time),
    );
}

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

/** Returns the same members of the text that was written. */
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
 * Metrics contain the submitted values of their own request, too, unless that request had something
 * to roll up.
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
 * Traces whose parents are anywhere: inside the trace, outside it, the span itself, in cycles;
 * names, starts and metrics are often equal.
 */
const anyTrace = fc
  .array(
    fc.record({
      parent: fc.option(fc.nat(9), { nil: undefined }),
      name: fc.constantFrom('a', 'b', '__proto__', 'spans'),
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
          span_id: idOf(index),
          parent_id: parent === undefined ? undefined : idOf(parent),
          span_name: name,
          trace_type,
          start_time: BigInt(start),
          metrics: JSON.stringify(asStored({ duration: {}, ...metrics }, submitted)),
          submitted_cumulative: submitted && JSON.stringify(submitted),
        }),
      )
      .toSorted((left, right) => Number(left.start_time - right.start_time)),
  );

describe('a trace-shaped read', () => {
  it('shows the tree, the roll-up and the trace type as docs/api/spans-and-traces.md describes them', () => {
    fc.assert(
      fc.property(anyTrace, (spans) => {
        const written = outlined(JSON.parse(writeSpans(spans)));

        expect(JSON.stringify(written)).toBe(JSON.stringify(shape(undefined, spans)));
      }),
      { numRuns: 500 },
    );
  });
});

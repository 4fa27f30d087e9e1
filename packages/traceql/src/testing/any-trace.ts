import fc from 'fast-check';
import type { FlatAttributes, Trace, TracedSpan, Value } from '../evaluate/traced-span.js';
import { kinds, type Literal, MAX_INT, MIN_INT, statuses } from '../tree/expression.js';

const T0 = 1_777_629_600_000_000_000n;

/** A small set of names, so that the queries of `anyLikelyPipeline` match some spans. */
export const attributeNames = ['a', 'b', 'service.name', 'http.status_code'] as const;
export const texts = ['', 'x', 'GET /a', '5', 'Ä😀'] as const;
const ints = [0n, 1n, 5n, -3n, 502n, 2n ** 53n, 2n ** 53n + 1n, MAX_INT, MIN_INT];
const floats = [0.5, -2.25, 1e300, 5e-324, 2 ** 53, 1e19];

/** Generates any scalar value of an attribute. */
export function anyScalarValue(): fc.Arbitrary<Literal> {
  return fc.oneof(
    fc.constantFrom(...texts).map((value): Literal => ({ type: 'string', value })),
    fc.constantFrom(...ints).map((value): Literal => ({ type: 'int', value })),
    fc.constantFrom(...floats).map((value): Literal => ({ type: 'float', value })),
    fc.boolean().map((value): Literal => ({ type: 'bool', value })),
  );
}

function anyList(): fc.Arbitrary<Value> {
  const ofType = (types: readonly string[]) =>
    fc.array(
      anyScalarValue().filter(({ type }) => types.includes(type)),
      { maxLength: 3 },
    );
  return fc
    .oneof(ofType(['string']), ofType(['bool']), ofType(['int', 'float']))
    .map((values): Value => ({ type: 'list', values }));
}

function anyAttributes(): fc.Arbitrary<FlatAttributes> {
  const value: fc.Arbitrary<Value> = fc.oneof(
    { weight: 4, arbitrary: anyScalarValue() },
    anyList(),
  );
  return fc
    .dictionary(fc.constantFrom(...attributeNames), value, { maxKeys: 3 })
    .map((members) => new Map(Object.entries(members)));
}

function idOf(number: number): string {
  return number.toString(16).padStart(16, '0');
}

function anyTime(): fc.Arbitrary<bigint> {
  return fc.constantFrom(0n, 1n, 5n, 1000n, 2_000_000_000n).map((after) => T0 + after);
}

/**
 * Generates a span with one of a few ids. Its parent is another span, the span itself, an unknown span, or a span on a
 * cycle.
 */
function anySpan(spanId: number, count: number): fc.Arbitrary<TracedSpan> {
  const text = fc.constantFrom(...texts);
  return fc.record({
    span_id: fc.constant(idOf(spanId)),
    parent_id: fc.oneof(fc.constant(''), fc.integer({ min: 1, max: count + 1 }).map(idOf)),
    start_time: anyTime(),
    end_time: anyTime(),
    span_name: text,
    kind: fc.constantFrom(...kinds),
    status: fc.constantFrom(...statuses),
    status_message: text,
    attributes: anyAttributes(),
    resource: anyAttributes(),
    scope: fc.record({ name: text, version: text, attributes: anyAttributes() }),
    events: fc.array(fc.record({ name: text, timestamp: anyTime(), attributes: anyAttributes() }), {
      maxLength: 3,
    }),
    links: fc.array(
      fc.record({
        trace_id: fc.constantFrom('1', '00ab').map((id) => id.padStart(32, '0')),
        span_id: fc.constantFrom(1, 2).map(idOf),
        attributes: anyAttributes(),
      }),
      { maxLength: 2 },
    ),
  });
}

/**
 * Generates a trace that can contain cycles, orphans, any number of roots, lists, values of all types, and equal times.
 */
export function anyTrace(): fc.Arbitrary<Trace> {
  const anySpans = fc
    .integer({ min: 1, max: 7 })
    .chain((count) =>
      fc.tuple(...Array.from({ length: count }, (_, index) => anySpan(index + 1, count))),
    );
  return fc.record({
    trace_id: fc.constantFrom('1', '00ab', 'f'.repeat(32)).map((id) => id.padStart(32, '0')),
    spans: anySpans,
  });
}

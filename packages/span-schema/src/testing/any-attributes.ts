import fc from 'fast-check';
import type { FilterableSpan } from '../filter/matching/filterable-span.js';
import type { JsonObject, JsonValue } from '../json/json.js';

/** Names that can be split in several ways, and names that could be indexes. */
export const names = ['a', 'b', 'a.b', 'b.a', '0', '1', 'a/b', '', 'é"\\'];
/** A string slightly below 96 characters. Only the first 96 characters of a string are hashed (docs/adr/127). */
export const long = 'x'.repeat(94);
const texts = [
  '',
  'a',
  'A',
  'ab',
  '5',
  '5.5',
  '9007199254740993',
  'x',
  long,
  `${long}x`,
  `${long}xx`,
  `${long}xxyy`,
  `${long}x😀`,
  'Foo bar',
  'foo—BAR’s 7½ Straße\nbar foo',
  'a/b\u0000\u001f\u2028"\\ é',
  'ΟΔΟΣ İstanbul',
  'null',
];
const numbers = [
  0,
  -0,
  5,
  5.5,
  -1,
  4,
  1e-7,
  123456.789,
  9007199254740991,
  9007199254740992n,
  9007199254740993n,
  9223372036854775807n,
  18446744073709551615n,
  -9223372036854775808n,
  18446744073709552000,
  123456789012345680000,
  -1e19,
  -(2 ** 63),
  1e21,
  1.5e300,
  5e-324,
];

export const text = fc.constantFrom<JsonValue>(...texts);
export const number = fc.constantFrom<JsonValue>(...numbers);
export const scalar = fc.oneof(text, number, fc.constantFrom<JsonValue>(true, false, null));

/** Generates small, similar values, so that one value often contains another. */
export function anyValue(depth: number): fc.Arbitrary<JsonValue> {
  if (depth === 0) {
    return scalar;
  }
  return fc.oneof(
    { weight: 3, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(anyValue(depth - 1), { maxLength: 3 }) },
    { weight: 3, arbitrary: anyObject(depth) },
  );
}

function anyObject(depth: number): fc.Arbitrary<JsonObject> {
  return fc.dictionary(fc.constantFrom(...names), anyValue(depth - 1), { maxKeys: 3 });
}

type JsonMembers = Pick<FilterableSpan, 'attributes' | 'resource' | 'scope'>;

export function anyFilterableAttributes(): fc.Arbitrary<JsonMembers> {
  return fc.record({
    attributes: anySpanAttributes(),
    resource: anyOrigin(),
    scope: anyOrigin(),
  });
}

function anyOrigin() {
  const names = fc.constantFrom(
    ...['service.name', 'service.version', 'service', 'name', 'a', 'a.b', '0'],
  );
  const attributes = fc.dictionary(names, anyValue(2), { maxKeys: 3 });
  return fc.option(fc.record({ attributes }), { nil: undefined });
}

/** Generates lists. Some have more elements than the maximum number of keys that a row stores. */
const anyList = fc
  .record({ length: fc.constantFrom(0, 2, 130), value: scalar, last: scalar })
  .map(({ length, value, last }) => [...Array.from({ length }, () => value), last]);

function anySpanAttributes(): fc.Arbitrary<JsonObject> {
  return fc
    .record({
      own: anyObject(3),
      list: fc.option(anyList, { nil: undefined }),
      inputs: anyObject(2),
      session: fc.option(text, { nil: undefined }),
      trace: fc.constantFrom<JsonValue>('invocation', 'annotation'),
      span: fc.option(fc.constantFrom<JsonValue>('task', 'llm'), { nil: undefined }),
      metrics: anyMetrics(),
    })
    .map(({ own, list, inputs, session, trace, span, metrics }) => ({
      ...own,
      ...(list && { b: list }),
      ag: {
        data: { inputs },
        ...(session !== undefined && { session: { id: session } }),
        type: { trace, ...(span !== undefined && { span }) },
        metrics,
      },
    }));
}

function anyMetrics(): fc.Arbitrary<JsonObject> {
  const count = fc.oneof(fc.constantFrom<JsonValue>(0, 4, 5, 5.5), fc.constant({ a: 5 }));
  return fc.record({
    duration: fc.constantFrom<JsonValue>({}, { cumulative: 5 }, { cumulative: 0.5 }),
    errors: fc.constantFrom<JsonValue>({}, { incremental: 0 }, { incremental: 1, cumulative: 5 }),
    tokens: fc.oneof(
      fc.constant<JsonValue>({}),
      fc.record({ incremental: fc.record({ total: count, cached: count }) }),
    ),
    costs: fc.constant<JsonValue>({}),
  });
}

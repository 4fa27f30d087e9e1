import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../json/json.js';
import { anyValue, long, names, number, scalar, text } from './any-attributes.js';

const keys = [
  ...names,
  'a.b.a',
  'a.0',
  'a.1',
  'a.0.b',
  'b.a.b.a',
  'b.a.b.a.b',
  'a.',
  'ag',
  'ag.type',
  'ag.type.trace',
  'ag.type.span',
  'ag.metrics',
  'ag.metrics.duration.cumulative',
  'ag.metrics.tokens.incremental.total',
  'ag.metrics.tokens.incremental.cached',
  'ag.metrics.errors',
  'ag.data',
  'ag.data.inputs',
  'ag.data.inputs.a',
  'ag.session.id',
  'service.name',
];
/** Generates either a part of an attribute value or an unrelated value. */
const operand = fc.oneof({ weight: 3, arbitrary: scalar }, { weight: 1, arbitrary: anyValue(3) });

const pattern = fc.constantFrom<JsonValue>(
  '',
  'a',
  'X',
  '5',
  '%x',
  '_',
  '%"a"%',
  '{"',
  '}',
  '"b":',
  'e+2',
  'null',
  '/b\\u0000\\u001F\\u2028\\',
  long,
  `${long}x%`,
  'ς',
  'é',
  '😀',
);

/** Generates the JSON of a condition on attributes or content. */
export function anyAttributeCondition(): fc.Arbitrary<JsonObject> {
  const tests = fc.oneof(anyExactTest(), anyOrderTest(), anyStringTest());
  const where = fc.record({
    field: fc.constantFrom<JsonValue>(
      'attributes',
      'attributes',
      'attributes',
      'attributes',
      'resource.attributes',
      'scope.attributes',
    ),
    key: fc.constantFrom<JsonValue>(...keys),
  });
  const onKey = fc.record({ where, test: tests }).map(({ where: w, test }) => ({ ...w, ...test }));
  return fc.oneof({ weight: 6, arbitrary: onKey }, { weight: 1, arbitrary: anyContentCondition() });
}

function anyExactTest(): fc.Arbitrary<JsonObject> {
  return fc.oneof(
    fc.record({ operator: fc.constantFrom<JsonValue>('is', 'is_not'), value: operand }),
    fc.record({
      operator: fc.constantFrom<JsonValue>('in', 'not_in'),
      value: fc.array(operand, { maxLength: 3 }),
      options: fc.record({ all: fc.boolean() }),
    }),
    fc.record({ operator: fc.constantFrom<JsonValue>('exists', 'not_exists') }),
  );
}

function anyOrderTest(): fc.Arbitrary<JsonObject> {
  const pair = fc.oneof(fc.tuple(text, text), fc.tuple(number, number));
  return fc.oneof(
    fc.record({
      operator: fc.constantFrom<JsonValue>('eq', 'neq', 'gt', 'gte', 'lt', 'lte'),
      value: fc.oneof(text, number),
    }),
    fc.record({ operator: fc.constant<JsonValue>('btwn'), value: pair.map((two) => [...two]) }),
  );
}

function anyStringTest(): fc.Arbitrary<JsonObject> {
  return fc.record({
    operator: fc.constantFrom<JsonValue>('startswith', 'endswith', 'contains', 'matches', 'like'),
    value: fc.oneof(pattern, text),
    options: fc.record({ case_sensitive: fc.boolean(), exact_match: fc.boolean() }),
  });
}

const words = [
  'foo',
  'BAR',
  's',
  '7',
  'straße',
  'οδος',
  'x',
  'invocation',
  'task',
  'u0000',
  'nbar',
  'é',
  'stack',
];

function anyContentCondition(): fc.Arbitrary<JsonObject> {
  const word = fc.constantFrom(...words);
  const term = fc.oneof(
    { weight: 3, arbitrary: word },
    word.map((one) => `-${one}`),
    fc.tuple(word, word).map(([one, two]) => `"${one} ${two}"`),
    fc.constantFrom('or', 'OR', '"foo bar"', '"bar foo"', '"', '-', 'foo-bar', '\\', '—'),
  );
  return fc.array(term, { minLength: 1, maxLength: 4 }).map((terms) => ({
    field: 'content',
    operator: 'contains',
    value: terms.join(' '),
  }));
}

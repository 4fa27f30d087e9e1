import { checkCondition } from '../check/check-condition.js';
import { TraceQlError } from '../traceql-error.js';
import type { RelationOperator, SetOperator, SpanSet } from '../tree/query.js';
import { parseExpression } from './parse-expression.js';
import type { TokenReader } from './token-reader.js';

const relations = ['>', '>>', '<', '<<', '~'] as const;
const relationOperators: readonly RelationOperator[] = relations.flatMap(
  (relation) => [relation, `!${relation}`, `&${relation}`] as const,
);

/** Parses filters and how they are combined. Relations bind closer than `&&` and `||`. */
export function parseSpanSet(reader: TokenReader): SpanSet {
  return parseOperations(reader, ['&&', '||'], parseRelated);
}

function parseRelated(reader: TokenReader): SpanSet {
  return parseOperations(reader, relationOperators, parseOperand);
}

function parseOperand(reader: TokenReader): SpanSet {
  return reader.isNext('(')
    ? reader.within('(', ')', () => parseWithoutStages(reader))
    : parseFilter(reader);
}

function parseWithoutStages(reader: TokenReader): SpanSet {
  const spans = parseSpanSet(reader);
  if (reader.isNext('|')) {
    throw new TraceQlError('a pipeline in parentheses is not supported');
  }
  return spans;
}

/** Parses a filter in braces. */
export function parseFilter(reader: TokenReader): Extract<SpanSet, { kind: 'filter' }> {
  return reader.checked(
    () => {
      reader.countOperand();
      const condition = reader.within('{', '}', () =>
        reader.isNext('}') ? undefined : parseExpression(reader),
      );
      return { kind: 'filter', condition };
    },
    ({ condition }) => (condition === undefined ? undefined : checkCondition(condition)),
  );
}

function parseOperations<Operator extends SetOperator>(
  reader: TokenReader,
  operators: readonly Operator[],
  parse: (reader: TokenReader) => SpanSet,
): SpanSet {
  let left = parse(reader);
  for (;;) {
    const operator = reader.takeIf(...operators);
    if (operator === undefined) {
      return left;
    }
    left = { kind: 'operation', operator, left, right: parse(reader) };
  }
}

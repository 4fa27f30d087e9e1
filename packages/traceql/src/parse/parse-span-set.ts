import { checkCondition } from '../check/check-condition.js';
import type { RelationOperator, SetOperator, SpanSet } from '../tree/query.js';
import { parseExpression } from './parse-expression.js';
import type { TokenReader } from './token-reader.js';

const relations = ['>', '>>', '<', '<<', '~'] as const;
const relationOperators: readonly RelationOperator[] = relations.flatMap(
  (relation) => [relation, `!${relation}`, `&${relation}`] as const,
);

/** Parses filters that are joined by operators. Relations have a higher precedence than `&&` and `||`. */
export function parseSpanSet(reader: TokenReader): SpanSet {
  return parseCombined(reader, parseOperand);
}

/** Parses operands that are joined by operators. */
export function parseCombined(
  reader: TokenReader,
  parse: (reader: TokenReader) => SpanSet,
): SpanSet {
  const parseRelated = () => reader.joined(relationOperators, () => parse(reader), combine);
  return reader.joined(['&&', '||'], parseRelated, combine);
}

function combine(operator: SetOperator, left: SpanSet, right: SpanSet): SpanSet {
  return { kind: 'operation', operator, left, right };
}

function parseOperand(reader: TokenReader): SpanSet {
  return reader.isNext('(')
    ? reader.within('(', ')', () => parseSpanSet(reader))
    : parseFilter(reader);
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

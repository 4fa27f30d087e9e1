import {
  type BinaryOperator,
  comparisonOperators,
  type Expression,
  kinds,
  type Literal,
  logicalOperators,
  MAX_INT,
  MIN_INT,
  statuses,
} from '../tree/expression.js';
import type { Field } from '../tree/field.js';
import type { TokenReader } from './token-reader.js';

/** Words that represent literals. */
const literalWords = new Map<string, Literal>([
  ['true', { type: 'bool', value: true }],
  ['false', { type: 'bool', value: false }],
  ['minInt', { type: 'int', value: MIN_INT }],
  ['maxInt', { type: 'int', value: MAX_INT }],
  ...statuses.map((value) => [value, { type: 'status', value }] as const),
  ...kinds.map((value) => [value, { type: 'kind', value }] as const),
]);

/** Parses an expression. `&&` and `||` have the same precedence and are evaluated from left to right. */
export function parseExpression(reader: TokenReader): Expression {
  return parseOperations(reader, logicalOperators, parseComparison);
}

function parseComparison(reader: TokenReader): Expression {
  reader.countOperand();
  return parseOperations(reader, comparisonOperators, parseSum);
}

function parseSum(reader: TokenReader): Expression {
  return parseOperations(reader, ['+', '-'], parseUnary);
}

function parseUnary(reader: TokenReader): Expression {
  if (reader.takeIf('!') !== undefined) {
    return { kind: 'unary', operator: '!', operand: reader.nested(() => parseUnary(reader)) };
  }
  return reader.takeIf('-') === undefined
    ? parseProduct(reader)
    : { kind: 'unary', operator: '-', operand: parseProduct(reader) };
}

function parseProduct(reader: TokenReader): Expression {
  return parseOperations(reader, ['*', '/', '%'], parsePower);
}

function parsePower(reader: TokenReader): Expression {
  const left = parsePrimary(reader);
  return reader.takeIf('^') === undefined
    ? left
    : { kind: 'binary', operator: '^', left, right: reader.nested(() => parsePower(reader)) };
}

function parsePrimary(reader: TokenReader): Expression {
  if (reader.isNext('(')) {
    return reader.within('(', ')', () => parseExpression(reader));
  }
  if (reader.takeIf('nil') !== undefined) {
    return { kind: 'nil' };
  }
  if (reader.next.kind === 'field') {
    return { kind: 'field', field: parseField(reader) };
  }
  return { kind: 'literal', literal: parseLiteral(reader) };
}

export function parseField(reader: TokenReader): Field {
  const token = reader.next;
  if (token.kind !== 'field') {
    return reader.refuse('expected a field');
  }
  reader.take();
  return token.field;
}

export function parseLiteral(reader: TokenReader): Literal {
  const token = reader.next;
  const literal = token.kind === 'literal' ? token.literal : literalWords.get(token.text);
  if (literal === undefined) {
    return reader.refuse();
  }
  reader.take();
  return literal;
}

function parseOperations(
  reader: TokenReader,
  operators: readonly BinaryOperator[],
  parseOperand: (reader: TokenReader) => Expression,
): Expression {
  return reader.joined(
    operators,
    () => parseOperand(reader),
    (operator, left, right) => ({ kind: 'binary', operator, left, right }),
  );
}

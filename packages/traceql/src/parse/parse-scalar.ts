import { negate } from '../tree/compute.js';
import type { Scalar } from '../tree/query.js';
import { computeScalar } from './compute-scalar.js';
import type { TokenReader } from './token-reader.js';

/** Parses numbers and durations that are joined by operators, and computes the result. */
export function parseScalar(reader: TokenReader): Scalar {
  const parseProduct = () =>
    reader.joined(['*', '/'] as const, () => parseOperand(reader), computeScalar);
  return reader.joined(['+', '-'] as const, parseProduct, computeScalar);
}

function parseOperand(reader: TokenReader): Scalar {
  if (reader.isNext('(')) {
    return reader.within('(', ')', () => parseScalar(reader));
  }
  return parseNumber(reader);
}

/** Parses a number or a duration, which may be negative. */
export function parseNumber(reader: TokenReader): Scalar {
  const isNegative = reader.takeIf('-') !== undefined;
  const token = reader.next;
  if (token.kind !== 'literal') {
    return reader.refuse('expected a number or a duration');
  }
  const { literal } = token;
  if (literal.type !== 'int' && literal.type !== 'float' && literal.type !== 'duration') {
    return reader.refuse('expected a number or a duration');
  }
  reader.take();
  return isNegative ? negate(literal) : literal;
}

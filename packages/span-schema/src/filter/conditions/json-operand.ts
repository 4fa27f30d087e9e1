import { isJsonObject, type JsonObject, type JsonValue, setMember } from '../../json/json.js';
import { FilterRefusal } from '../refusal.js';

/** Maximum nesting. The SQL statement contains a nested function call for each list inside another list. */
const MAX_LEVELS = 64;

/**
 * Converts an operand to the form in which the store returns values, with whole numbers as exact integers. Throws
 * FilterRefusal if the operand is nested too deeply.
 */
export function toJsonOperand(value: JsonValue, field: string, level = 1): JsonValue {
  if (typeof value === 'number') {
    return toStoredNumber(value);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (level > MAX_LEVELS) {
    throw new FilterRefusal(`'${field}' value is nested deeper than ${MAX_LEVELS} levels.`);
  }
  if (isJsonObject(value)) {
    return toObjectOperand(value, field, level);
  }
  return value.map((element) => toJsonOperand(element, field, level + 1));
}

/** Converts an object in the same way as `toJsonOperand`. Throws FilterRefusal if the object is nested too deeply. */
export function toObjectOperand(value: JsonObject, field: string, level = 1): JsonObject {
  const operand: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    setMember(operand, name, toJsonOperand(member, field, level + 1));
  }
  return operand;
}

const MIN_INT64 = -(2n ** 63n);
const MAX_UINT64 = 2n ** 64n - 1n;

function toStoredNumber(value: number): number | bigint {
  const text = String(value);
  if (Number.isSafeInteger(value) || !/^-?\d+$/.test(text)) {
    return value;
  }
  const integer = BigInt(text);
  return integer < MIN_INT64 || integer > MAX_UINT64 ? value : integer;
}

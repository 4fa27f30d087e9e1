import { isJsonObject, type JsonValue } from '../json/json.js';
import type { FilterExpression, JsonTest } from './filter.js';

/**
 * Counts the parts that a filter has in an SQL statement. A list of plain values is bound as one
 * parameter, so it counts once.
 */
export function filterSize(expression: FilterExpression): number {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.operands.reduce((size, operand) => size + filterSize(operand), 0);
    case 'not':
      return filterSize(expression.operand);
    case 'attribute':
      return jsonTestSize(expression.test);
    case 'entry':
      return 1 + jsonSize(expression.attributes ?? {});
    case 'entry_attribute':
      return jsonSize(expression.value);
    default:
      return 1;
  }
}

function jsonTestSize(test: JsonTest): number {
  switch (test.kind) {
    case 'contains':
      return jsonSize(test.value);
    case 'one_of':
    case 'all_of':
      return test.values.filter(isContainer).reduce((size: number, one) => size + jsonSize(one), 1);
    default:
      return 1;
  }
}

function jsonSize(value: JsonValue): number {
  if (!isContainer(value)) {
    return 1;
  }
  const parts: JsonValue[] = isJsonObject(value)
    ? Object.values(value)
    : (value as JsonValue[]).filter(isContainer);
  return parts.reduce((size: number, part) => size + jsonSize(part), 1);
}

function isContainer(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null;
}

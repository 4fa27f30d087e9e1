import { checkFiltering } from '../filter/check-filter.js';
import { parseFiltering } from '../filter/structure.js';
import type { JsonObject, JsonValue } from '../json/json.js';

/** Checks a filter that has a valid structure. */
export function checkFilterJson(value: JsonValue) {
  const parsed = parseFiltering(value, []);
  if (parsed.status === 'malformed') {
    throw new Error(JSON.stringify(parsed.issues));
  }
  return checkFiltering(parsed.filtering);
}

/** Returns the expression of a valid filter. */
export function filterExpressionIn(value: JsonValue) {
  const checked = checkFilterJson(value);
  if (checked.status === 'invalid') {
    throw new Error(checked.text);
  }
  return checked.expression;
}

/** Returns the message of the 400 response to a filter with this condition; `''` if the condition is valid. */
export function refusalText(condition: JsonObject): string {
  const checked = checkFilterJson({ conditions: [condition] });
  return checked.status === 'invalid' ? checked.text : '';
}

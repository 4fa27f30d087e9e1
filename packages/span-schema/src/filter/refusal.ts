import type { JsonValue } from '../json/json.js';
import { stringifyJson } from '../json/stringify-json.js';

/**
 * Ends the check of a filter. `message` is the text of the 400. Clients depend on these texts, so
 * they change only with the API; see docs/api/filtering.md.
 */
export class FilterRefusal extends Error {
  constructor(text: string) {
    super(text);
    this.name = 'FilterRefusal';
  }
}

/** The most characters of a submitted value that a refusal repeats. */
const SHOWN_LENGTH = 200;

/** Formats a submitted value for the text of a 400, cut to a bounded length. */
export function shownValue(value: JsonValue | undefined): string {
  const text = typeof value === 'string' ? value : stringifyJson(value ?? null);
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

/** Returns the refusal of a value that is not an id of the field's form. */
export function invalidId(field: string, value: JsonValue | undefined): FilterRefusal {
  return new FilterRefusal(`'${field}' value '${shownValue(value)}' is not a valid id.`);
}

/** Returns the refusal of a single value where the operator takes a list. */
export function notAList(field: string): FilterRefusal {
  return new FilterRefusal(`'${field}' value must be a list for list operators.`);
}

/** Returns the refusal of a list or an object where the operator takes one value. */
export function notASingleValue(field: string): FilterRefusal {
  return new FilterRefusal(`'${field}' value must be a single value for comparison operators.`);
}

/** Returns the refusal of an operand that has no order. */
export function notNumeric(field: string): FilterRefusal {
  return new FilterRefusal(`'${field}' value must be a number or a string for numeric operators.`);
}

/** Returns the refusal of an operand of `btwn` that is not two numbers or two texts. */
export function notABetween(field: string): FilterRefusal {
  return new FilterRefusal(
    `'${field}' value must be a list of two numbers or two strings for 'btwn'.`,
  );
}

/** Returns the refusal of an operand of a string operator that is not a text. */
export function notAString(field: string): FilterRefusal {
  return new FilterRefusal(`'${field}' value must be a string for string operators.`);
}

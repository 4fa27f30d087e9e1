import type { JsonValue } from './json.js';
import { stringifyJson } from './stringify-json.js';

/** Ends the check of a filter; `message` is the text of the 400. */
export class FilterRefusal extends Error {
  constructor(text: string) {
    super(text);
    this.name = 'FilterRefusal';
  }
}

const SHOWN_LENGTH = 200;

/** A value inside the text of a 400. */
export function shownValue(value: JsonValue | undefined): string {
  const text = typeof value === 'string' ? value : stringifyJson(value ?? null);
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

export function invalidId(field: string, value: JsonValue | undefined): FilterRefusal {
  return new FilterRefusal(`'${field}' value '${shownValue(value)}' is not a valid id.`);
}

export function notAList(field: string): FilterRefusal {
  return new FilterRefusal(`'${field}' value must be a list for list operators.`);
}

export function notASingleValue(field: string): FilterRefusal {
  return new FilterRefusal(`'${field}' value must be a single value for comparison operators.`);
}

export function notNumeric(field: string): FilterRefusal {
  return new FilterRefusal(`'${field}' value must be a number or a string for numeric operators.`);
}

export function notABetween(field: string): FilterRefusal {
  return new FilterRefusal(
    `'${field}' value must be a list of two numbers or two strings for 'btwn'.`,
  );
}

export function notAString(field: string): FilterRefusal {
  return new FilterRefusal(`'${field}' value must be a string for string operators.`);
}

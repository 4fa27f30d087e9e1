import type { JsonValue } from '../json/json.js';
import { stringifyJson } from '../json/stringify-json.js';

/**
 * An error that ends the check of a filter. Its `message` is the detail of the 400 response. Clients depend on these
 * messages, so they change only with the API (see docs/api/filtering.md).
 */
export class FilterRefusal extends Error {
  override readonly name = 'FilterRefusal';
  /** The location of the fault in the filter. Each enclosing level of the check adds its part of the location. */
  readonly at: (string | number)[] = [];
}

/** Maximum number of characters of a submitted value that a refusal shows. */
const SHOWN_LENGTH = 200;

/** Formats a submitted value for the message of a 400 response. Long values are truncated. */
export function shownValue(value: JsonValue | undefined): string {
  const text = typeof value === 'string' ? value : stringifyJson(value ?? null);
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

/** Refuses a value that is not a valid id for the field. */
export function refuseId(field: string, value: JsonValue | undefined): never {
  throw new FilterRefusal(`'${field}' value '${shownValue(value)}' is not a valid id.`);
}

/** Descriptions of the values that operator families, single operators and lists require. */
const expectations = {
  comparison: 'a single value for comparison operators',
  list: 'a list for list operators',
  numeric: 'a number or a string for numeric operators',
  string: 'a string for string operators',
  btwn: "a list of two numbers or two strings for 'btwn'",
  references: 'one or more (possibly partial) references',
  links: 'one or more (possibly partial) links',
  events: 'one or more (possibly partial) events',
  hashes: 'one or more hash ids or partial hashes',
} as const;

/** Refuses a value of the wrong kind. Usage: `parse(value) ?? refuseValue(…)`. */
export function refuseValue(field: string, expected: keyof typeof expectations): never {
  throw new FilterRefusal(`'${field}' value must be ${expectations[expected]}.`);
}

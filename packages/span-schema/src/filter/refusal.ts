import type { JsonValue } from '../json/json.js';
import { stringifyJson } from '../json/stringify-json.js';

/**
 * Ends the check of a filter. `message` is the text of the 400. Clients depend on these texts, so
 * they change only with the API; see docs/api/filtering.md.
 */
export class FilterRefusal extends Error {
  override readonly name = 'FilterRefusal';
  /** Where in the filter the fault is, as far as the check has returned. */
  readonly at: (string | number)[] = [];
}

/** The most characters of a submitted value that a refusal repeats. */
const SHOWN_LENGTH = 200;

/** Formats a submitted value for the text of a 400, cut to a bounded length. */
export function shownValue(value: JsonValue | undefined): string {
  const text = typeof value === 'string' ? value : stringifyJson(value ?? null);
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

/** Refuses a value that is not an id of the field's form. */
export function refuseId(field: string, value: JsonValue | undefined): never {
  throw new FilterRefusal(`'${field}' value '${shownValue(value)}' is not a valid id.`);
}

/** The values that families of operators, one operator, and lists take. */
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

/** Refuses a value of another kind than the expected one: `parse(value) ?? refuseValue(…)`. */
export function refuseValue(field: string, expected: keyof typeof expectations): never {
  throw new FilterRefusal(`'${field}' value must be ${expectations[expected]}.`);
}

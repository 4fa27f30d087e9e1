import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.js';
import {
  type Complaint,
  type Location,
  notA,
  notOneOf,
  type ValidationDetail,
} from './validation-detail.js';

/** The location of the request part being parsed, and the list to which problems are added. */
export interface QueryInput {
  readonly loc: Location;
  readonly issues: ValidationDetail[];
}

/** Returns the input for a member at the given path below this input. */
export function at(input: QueryInput, ...path: (string | number)[]): QueryInput {
  return { loc: [...input.loc, ...path], issues: input.issues };
}

/** Maximum number of entries in a 422 response. Clients do not need more. */
const MAX_ISSUES = 100;

/**
 * Adds a problem to the 422 response if the response has fewer than MAX_ISSUES entries. Always returns `undefined`,
 * which represents an invalid value.
 */
export function report(input: QueryInput, complaint: Complaint, value?: JsonValue): undefined {
  if (input.issues.length < MAX_ISSUES) {
    input.issues.push({ ...complaint, loc: input.loc, ...shown(value) });
  }
}

/** Returns the value if it is one of `names`. Reports any other value and returns `undefined`. */
export function readOneOf<const Name extends string>(
  value: JsonValue,
  names: readonly Name[],
  input: QueryInput,
): Name | undefined {
  return names.find((name) => name === value) ?? report(input, notOneOf(names), value);
}

/**
 * Returns the value if it is an object, and `{}` if it is absent or null. Reports any other value and returns
 * `undefined`.
 */
export function readObject(
  value: JsonValue | undefined,
  input: QueryInput,
): JsonObject | undefined {
  const object = value ?? {};
  return isJsonObject(object) ? object : report(input, notA('object'), value);
}

/** Maximum number of characters of a submitted string that a 422 response shows. */
const SHOWN_TEXT = 200;

/** Returns the value for the 422 response, which shows only scalars. Clients can find larger values by their `loc`. */
function shown(value: JsonValue | undefined): Pick<ValidationDetail, 'input'> {
  if (value === undefined || (typeof value === 'object' && value !== null)) {
    return {};
  }
  const isLong = typeof value === 'string' && value.length > SHOWN_TEXT;
  return { input: isLong ? value.slice(0, SHOWN_TEXT) : value };
}

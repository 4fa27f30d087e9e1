import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.js';
import {
  type Complaint,
  type Location,
  notA,
  notOneOf,
  type ValidationDetail,
} from './validation-detail.js';

/** The location of the part of a request that is being parsed, and the list that collects its problems. */
export interface QueryInput {
  readonly loc: Location;
  readonly issues: ValidationDetail[];
}

/** Returns the input for a member at a path below this input. */
export function at(input: QueryInput, ...path: (string | number)[]): QueryInput {
  return { loc: [...input.loc, ...path], issues: input.issues };
}

/** Maximum number of entries in a 422. Clients do not need more. */
const MAX_ISSUES = 100;

/**
 * Adds an entry to the 422 if it has not reached its limit. Always returns `undefined`, the parsed form of an invalid
 * value.
 */
export function report(input: QueryInput, complaint: Complaint, value?: JsonValue): undefined {
  if (input.issues.length < MAX_ISSUES) {
    input.issues.push({ ...complaint, loc: input.loc, ...shown(value) });
  }
}

/** Returns one of `names`. Reports any other value and returns `undefined`. */
export function readOneOf<const Name extends string>(
  value: JsonValue,
  names: readonly Name[],
  input: QueryInput,
): Name | undefined {
  return names.find((name) => name === value) ?? report(input, notOneOf(names), value);
}

/** Returns an object, or `{}` for an absent value or null. Reports any other value and returns `undefined`. */
export function readObject(
  value: JsonValue | undefined,
  input: QueryInput,
): JsonObject | undefined {
  const object = value ?? {};
  return isJsonObject(object) ? object : report(input, notA('object'), value);
}

/** Maximum number of characters that a 422 shows of a submitted text. */
const SHOWN_TEXT = 200;

/** Returns the value that a 422 shows. It must be a scalar; clients can find larger values by their `loc`. */
function shown(value: JsonValue | undefined): Pick<ValidationDetail, 'input'> {
  if (value === undefined || (typeof value === 'object' && value !== null)) {
    return {};
  }
  const isLong = typeof value === 'string' && value.length > SHOWN_TEXT;
  return { input: isLong ? value.slice(0, SHOWN_TEXT) : value };
}

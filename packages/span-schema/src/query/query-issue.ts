import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.js';
import {
  type Complaint,
  type Location,
  notA,
  notOneOf,
  type ValidationDetail,
} from './validation-detail.js';

/** The location of the part of a request that is parsed, and the list that receives its problems. */
export interface QueryInput {
  readonly loc: Location;
  readonly issues: ValidationDetail[];
}

/** Returns the input for a member below this one. */
export function at(input: QueryInput, ...path: (string | number)[]): QueryInput {
  return { loc: [...input.loc, ...path], issues: input.issues };
}

/** Maximum number of entries of a 422; a client needs no more. */
const MAX_ISSUES = 100;

/** Adds an entry to the 422, up to its limit. Returns undefined, the result of reading a bad value. */
export function report(input: QueryInput, complaint: Complaint, value?: JsonValue): undefined {
  if (input.issues.length < MAX_ISSUES) {
    input.issues.push({ ...complaint, loc: input.loc, ...shown(value) });
  }
}

/** Returns one of `names`; reports any other value and returns undefined. */
export function readOneOf<const Name extends string>(
  value: JsonValue,
  names: readonly Name[],
  input: QueryInput,
): Name | undefined {
  return names.find((name) => name === value) ?? report(input, notOneOf(names), value);
}

/** Returns an object, or `{}` for an absent value or null; reports any other value and returns undefined. */
export function readObject(
  value: JsonValue | undefined,
  input: QueryInput,
): JsonObject | undefined {
  const object = value ?? {};
  return isJsonObject(object) ? object : report(input, notA('object'), value);
}

/** The most characters of a submitted text that a 422 repeats. */
const SHOWN_TEXT = 200;

/** Returns the value that a 422 shows. Only scalars are shown; larger values can be found by their `loc`. */
function shown(value: JsonValue | undefined): Pick<ValidationDetail, 'input'> {
  if (value === undefined || (typeof value === 'object' && value !== null)) {
    return {};
  }
  const isLong = typeof value === 'string' && value.length > SHOWN_TEXT;
  return { input: isLong ? value.slice(0, SHOWN_TEXT) : value };
}

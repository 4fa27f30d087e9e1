import { isJsonObject, type JsonObject, type JsonValue } from './json.js';

/** An entry of a 422 (API: "422"): what is wrong with one value of a query, and where it is. */
export interface QueryIssue {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input?: JsonValue;
  readonly ctx?: Readonly<Record<string, JsonValue>>;
}

export type Location = readonly (string | number)[];

/** What a parser of one part of a request works with: where it is, and where problems go. */
export interface QueryInput {
  readonly loc: Location;
  readonly issues: QueryIssue[];
}

export function at(input: QueryInput, ...path: (string | number)[]): QueryInput {
  return { loc: [...input.loc, ...path], issues: input.issues };
}

type Complaint = Pick<QueryIssue, 'type' | 'msg' | 'ctx'>;

/** A 422 need not be longer than what a person reads. */
const MAX_ISSUES = 100;

export function report(input: QueryInput, complaint: Complaint, value?: JsonValue): void {
  if (input.issues.length < MAX_ISSUES) {
    input.issues.push({ ...complaint, loc: input.loc, ...shown(value) });
  }
}

export const NOT_AN_OBJECT: Complaint = {
  type: 'model_attributes_type',
  msg: 'Input should be a valid dictionary or object to extract fields from',
};
export const NOT_A_LIST: Complaint = { type: 'list_type', msg: 'Input should be a valid list' };
export const NOT_A_STRING: Complaint = {
  type: 'string_type',
  msg: 'Input should be a valid string',
};
export const NOT_A_BOOLEAN: Complaint = {
  type: 'bool_type',
  msg: 'Input should be a valid boolean',
};

function notOneOf(names: readonly string[]): Complaint {
  const quoted = names.map((name) => `'${name}'`);
  const expected = `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
  return { type: 'enum', msg: `Input should be ${expected}`, ctx: { expected } };
}

/** Reports and answers undefined for anything but one of `names`. */
export function readOneOf<const Name extends string>(
  value: JsonValue,
  names: readonly Name[],
  input: QueryInput,
): Name | undefined {
  const known = names.find((name) => name === value);
  if (known === undefined) {
    report(input, notOneOf(names), value);
  }
  return known;
}

/** An object, `{}` for an absent one or null; reports and answers undefined for anything else. */
export function readObject(
  value: JsonValue | undefined,
  input: QueryInput,
): JsonObject | undefined {
  if (value === undefined || value === null) {
    return {};
  }
  if (isJsonObject(value)) {
    return value;
  }
  report(input, NOT_AN_OBJECT, value);
  return undefined;
}

const SHOWN_TEXT = 200;

/** A 422 shows scalars; what is larger is found by its `loc`. */
function shown(value: JsonValue | undefined): Pick<QueryIssue, 'input'> {
  if (value === undefined || (typeof value === 'object' && value !== null)) {
    return {};
  }
  const isLong = typeof value === 'string' && value.length > SHOWN_TEXT;
  return { input: isLong ? value.slice(0, SHOWN_TEXT) : value };
}

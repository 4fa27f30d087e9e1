/** The location of a value: names of members and indexes of list elements, outermost first. */
export type Location = readonly (string | number)[];

/** One entry of the `detail` list in a 422 response; see docs/api/errors.md. */
export interface ValidationDetail {
  /** A stable name for the kind of problem. Clients may depend on it. */
  readonly type: string;
  readonly loc: Location;
  readonly msg: string;
  /** The refused value, if it is small. */
  readonly input?: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/**
 * A problem with a value, without the location of the value. The messages are the same as in Pydantic, because clients
 * know them.
 */
export type Complaint = Pick<ValidationDetail, 'type' | 'msg'> & {
  readonly ctx?: Readonly<Record<string, string | number>>;
};

/** The problem that a required member is missing. */
export const missingField: Complaint = { type: 'missing', msg: 'Field required' };

const expectations = {
  string: ['string_type', 'a valid string'],
  number: ['float_type', 'a valid number'],
  integer: ['int_type', 'a valid integer'],
  boolean: ['bool_type', 'a valid boolean'],
  list: ['list_type', 'a valid list'],
  dictionary: ['dict_type', 'a valid dictionary'],
  object: ['model_attributes_type', 'a valid dictionary or object to extract fields from'],
  datetime: ['datetime_parsing', 'a valid datetime'],
  uuid: ['uuid_parsing', 'a valid UUID'],
} as const;

/** A kind of value that the API can require. */
export type ExpectedValue = keyof typeof expectations;

/** Returns the problem that a value is of the wrong kind. */
export function notA(expected: ExpectedValue): Complaint {
  const [type, noun] = expectations[expected];
  return { type, msg: `Input should be ${noun}` };
}

/** Returns the problem that a value is not one of `names`. Its message lists the names: `'a', 'b' or 'c'`. */
export function notOneOf(names: readonly string[]): Complaint {
  const quoted = names.map((name) => `'${name}'`);
  const expected =
    quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
  return { type: 'enum', msg: `Input should be ${expected}`, ctx: { expected } };
}

/** Returns the problem that a number is below (`min`) or above (`max`) a bound. */
export function outOfRange(side: 'min' | 'max', bound: number): Complaint {
  return side === 'min'
    ? {
        type: 'greater_than_equal',
        msg: `Input should be greater than or equal to ${bound}`,
        ctx: { ge: bound },
      }
    : {
        type: 'less_than_equal',
        msg: `Input should be less than or equal to ${bound}`,
        ctx: { le: bound },
      };
}

/** Returns the problem that a value has the right type but is invalid for the given reason. */
export function valueError(reason: string): Complaint {
  return { type: 'value_error', msg: `Value error, ${reason}` };
}

/** Returns the problem that a string is not JSON. */
export function notJson(reason: string): Complaint {
  return { type: 'json_invalid', msg: 'JSON decode error', ctx: { error: reason } };
}

/** Returns the entry for a value at `loc`. The entry shows `input` if it is given. */
export function toValidationDetail(
  { type, msg, ctx }: Complaint,
  loc: Location,
  input?: unknown,
): ValidationDetail {
  return { type, loc, msg, ...(input !== undefined && { input }), ...(ctx && { ctx }) };
}

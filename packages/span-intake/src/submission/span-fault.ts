import type { JsonObject, JsonValue, Location, ValidationDetail } from '@spanhouse/span-schema';
import {
  type Complaint,
  missingField,
  notA,
  notOneOf,
  toValidationDetail,
  valueError,
} from '@spanhouse/span-schema';
import type { DropCode } from './dropped-span.js';

interface FaultMembers {
  code: DropCode;
  /** The path from the span to the invalid member. */
  loc: Location;
  /** The end of a sentence whose subject is the name of the member, such as "is not a valid id". */
  reason: string;
  /** The 422 entry for the fault. The default is a `value_error` with the reason. */
  complaint?: Complaint;
  /** The invalid value; absent if the fault has no value. */
  input?: JsonValue;
}

/**
 * The reason why a submitted span or a container of spans is not accepted. Clients see its message. It has no stack
 * trace, because a body can cause millions of faults.
 */
export class SpanFault extends Error {
  readonly #members: FaultMembers;

  constructor(members: FaultMembers) {
    const { loc, reason } = members;
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(`${loc.length === 0 ? 'The entry' : loc.join('.')} ${reason}.`);
    Error.stackTraceLimit = stackTraceLimit;
    this.#members = members;
  }

  /** The code in `dropped`; see docs/api/ingest.md. */
  get code(): DropCode {
    return this.#members.code;
  }

  /** Returns the same fault with a location relative to an enclosing object. */
  within(outer: Location): SpanFault {
    return new SpanFault({ ...this.#members, loc: [...outer, ...this.#members.loc] });
  }

  /** Returns the 422 entry for the fault. `spanLocation` is the path from the body to the span. */
  toProblemEntry(spanLocation: Location): ValidationDetail {
    const { loc, complaint = valueError(this.message), input } = this.#members;
    const { type, msg, ctx } = complaint;
    const coded = { type, msg, ctx: { ...ctx, code: this.code } };
    return toValidationDetail(coded, ['body', ...spanLocation, ...loc], input);
  }
}

/** The location and the value of a member. */
export interface Found {
  loc: Location;
  input: JsonValue;
}

/** Returns the fault for a span that lacks a required member. */
export function missingMember(code: DropCode, loc: Location): SpanFault {
  return new SpanFault({ code, loc, reason: 'is missing', complaint: missingField });
}

/**
 * Returns the fault for a member with an invalid value. `reason` is the end of a sentence whose subject is the name of
 * the member.
 */
export function wrongValue(code: DropCode, found: Found, reason: string): SpanFault {
  return new SpanFault({ code, ...found, reason });
}

/** Returns the fault for a required member that is absent, null or invalid. */
export function missingOrWrong(
  code: DropCode,
  object: JsonObject,
  { key, reason }: { key: string; reason: string },
): SpanFault {
  const input = object[key] ?? null;
  return input === null
    ? missingMember(code, [key])
    : wrongValue(code, { loc: [key], input }, reason);
}

/** Returns the fault for a member that is not one of `members`. */
export function wrongEnum(found: Found, members: readonly string[]): SpanFault {
  return new SpanFault({
    code: 'invalid_enum',
    ...found,
    reason: `is not one of ${members.join(', ')}`,
    complaint: notOneOf(members),
  });
}

const wrongTypes = {
  string: { reason: 'is not a string', complaint: notA('string') },
  object: { reason: 'is not an object', complaint: notA('dictionary') },
  list: { reason: 'is not a list', complaint: notA('list') },
  integer: { reason: 'is not an integer from 0 to 4294967295', complaint: notA('integer') },
  span: { reason: 'is not an object', complaint: notA('object') },
} as const;

/** A type that a member may be required to have. `span` means an object in a list of spans. */
export type ExpectedType = keyof typeof wrongTypes;

/** Returns the fault for a member whose value has the wrong type. */
export function wrongType(code: DropCode, found: Found, expected: ExpectedType): SpanFault {
  return new SpanFault({ code, ...found, ...wrongTypes[expected] });
}

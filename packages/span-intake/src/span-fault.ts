import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import type { DropCode } from './dropped-span.js';
import type { Location, ProblemEntry } from './problem.js';

interface FaultMembers {
  code: DropCode;
  /** From the span to the member at fault. */
  loc: Location;
  /** Continues the name of the member: "is not a valid id". */
  reason: string;
  type: string;
  /** The text of the 422 entry; a `value_error` takes it from the reason. */
  msg?: string;
  input?: JsonValue;
  ctx?: JsonObject;
}

/** Why a submitted span, or a container of spans, cannot be taken. */
export class SpanFault {
  readonly #members: FaultMembers;

  constructor(members: FaultMembers) {
    this.#members = members;
  }

  get code(): DropCode {
    return this.#members.code;
  }

  get message(): string {
    const { loc, reason } = this.#members;
    return `${loc.length === 0 ? 'The entry' : loc.join('.')} ${reason}.`;
  }

  /** The same fault seen from the object around it. */
  within(outer: Location): SpanFault {
    return new SpanFault({ ...this.#members, loc: [...outer, ...this.#members.loc] });
  }

  toProblemEntry(spanLocation: Location): ProblemEntry {
    const { loc, type, msg, input, ctx } = this.#members;
    return {
      type,
      loc: ['body', ...spanLocation, ...loc],
      msg: msg ?? `Value error, ${this.message}`,
      ...(input === undefined ? {} : { input }),
      ctx: { ...ctx, code: this.code },
    };
  }
}

/** A member and what was found there. */
export interface Found {
  loc: Location;
  input: JsonValue;
}

export function missingMember(code: DropCode, loc: Location): SpanFault {
  return new SpanFault({ code, loc, reason: 'is missing', type: 'missing', msg: 'Field required' });
}

export function wrongValue(code: DropCode, found: Found, reason: string): SpanFault {
  return new SpanFault({ code, ...found, reason, type: 'value_error' });
}

export function wrongEnum(found: Found, members: readonly string[]): SpanFault {
  const quoted = members.map((member) => `'${member}'`);
  const expected = `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
  return new SpanFault({
    code: 'invalid_enum',
    ...found,
    reason: `is not one of ${members.join(', ')}`,
    type: 'enum',
    msg: `Input should be ${expected}`,
    ctx: { expected },
  });
}

const WRONG_TYPES = {
  string: { type: 'string_type', reason: 'is not a string', expected: 'a valid string' },
  object: { type: 'dict_type', reason: 'is not an object', expected: 'a valid dictionary' },
  list: { type: 'list_type', reason: 'is not a list', expected: 'a valid list' },
  integer: {
    type: 'int_type',
    reason: 'is not an integer from 0 to 4294967295',
    expected: 'a valid integer',
  },
  span: {
    type: 'model_attributes_type',
    reason: 'is not an object',
    expected: 'a valid dictionary or object to extract fields from',
  },
} as const;

export type ExpectedType = keyof typeof WRONG_TYPES;

export function wrongType(code: DropCode, found: Found, expected: ExpectedType): SpanFault {
  const { type, reason, expected: wanted } = WRONG_TYPES[expected];
  return new SpanFault({ code, ...found, reason, type, msg: `Input should be ${wanted}` });
}

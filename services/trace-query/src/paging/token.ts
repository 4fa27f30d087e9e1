import { badRequestAt } from '@spanhouse/api-kit';
import {
  readTokenPayload,
  type TokenPayloadReader,
  TokenPayloadWriter,
  type TokenSigner,
} from '@spanhouse/service-runtime';

/** Encoding of one member of a token. */
interface Form<Value> {
  write(writer: TokenPayloadWriter, value: Value): void;
  read(reader: TokenPayloadReader): Value;
}

/** Encodings of a token's members, in the order in which they are written. */
export type TokenMembers<Value> = { readonly [Name in keyof Value]: Form<Value[Name]> };

export const int64: Form<bigint> = {
  write: (writer, value) => writer.int64(value),
  read: (reader) => reader.int64(),
};
export const varint: Form<number> = {
  write: (writer, value) => writer.varint(value),
  read: (reader) => reader.varint(),
};
export const flag: Form<boolean> = {
  write: (writer, value) => writer.uint8(Number(value)),
  read: (reader) => reader.uint8() === 1,
};
export const text: Form<string> = {
  write: (writer, value) => writer.text(value),
  read: (reader) => reader.text(),
};

/** Returns the encoding of a hex string with the given number of bytes. */
export function hex(bytes: number): Form<string> {
  return { write: (writer, digits) => writer.hex(digits), read: (reader) => reader.hex(bytes) };
}

export function writeMembers<Value>(
  writer: TokenPayloadWriter,
  members: TokenMembers<Value>,
  value: Value,
): void {
  for (const name in members) {
    members[name].write(writer, value[name]);
  }
}

export function readMembers<Value>(
  reader: TokenPayloadReader,
  members: TokenMembers<Value>,
): Value {
  const value: Partial<Value> = {};
  for (const name in members) {
    value[name] = members[name].read(reader);
  }
  return value as Value;
}

/** Converts positions to opaque, signed page tokens, and back. `purpose` MUST be unique for each list. */
export function createTokens<Value>(
  signer: TokenSigner,
  purpose: string,
  members: TokenMembers<Value>,
) {
  return {
    encode(value: Value): string {
      const writer = new TokenPayloadWriter();
      writeMembers(writer, members, value);
      return signer.sign(writer.toBytes(), purpose);
    },
    /** Decodes a token. Returns undefined if the token did not come from `encode`. */
    decode(token: string): Value | undefined {
      const payload = signer.verify(token, purpose);
      return payload && readTokenPayload(payload, (reader) => readMembers(reader, members));
    },
  };
}

/** Returns the decoded position. Throws a 400 if it is undefined, because the token is then invalid. */
export function positionOr400<Position>(position: Position | undefined): Position {
  if (position === undefined) {
    throw badRequestAt(['next'], "Invalid 'next' token.");
  }
  return position;
}

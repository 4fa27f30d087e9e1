/** The wire types of protobuf fields. */
const wireType = { varint: 0, fixed64: 1, bytes: 2 } as const;
const fixed64Bytes = 8;

/** Encoded fields of a message, in the order of their numbers. */
export type Fields = readonly Uint8Array[];

/** Encodes a field with bytes, a text, or a nested message. */
export function bytesField(number: number, ...content: Fields): Uint8Array {
  const bytes = Buffer.concat(content);
  return Buffer.concat([key(number, 'bytes'), varint(BigInt(bytes.length)), bytes]);
}

export function textField(number: number, text: string): Uint8Array {
  return bytesField(number, Buffer.from(text));
}

export function hexField(number: number, hex: string): Uint8Array {
  return bytesField(number, Buffer.from(hex, 'hex'));
}

/** Encodes a field with an enum, a boolean or a number of up to 64 bits. */
export function varintField(number: number, value: number | bigint): Uint8Array {
  return Buffer.concat([key(number, 'varint'), varint(BigInt(value))]);
}

export function fixed64Field(number: number, value: bigint): Uint8Array {
  const bytes = Buffer.alloc(fixed64Bytes);
  bytes.writeBigUInt64LE(value);
  return Buffer.concat([key(number, 'fixed64'), bytes]);
}

export function doubleField(number: number, value: number): Uint8Array {
  const bytes = Buffer.alloc(fixed64Bytes);
  bytes.writeDoubleLE(value);
  return Buffer.concat([key(number, 'fixed64'), bytes]);
}

/** Encodes an entry of a map from texts to texts. */
export function entryField(number: number, name: string, value: string): Uint8Array {
  return bytesField(number, textField(1, name), textField(2, value));
}

function key(number: number, type: keyof typeof wireType): Uint8Array {
  return varint(BigInt((number << 3) | wireType[type]));
}

function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return Buffer.from([...bytes, Number(rest)]);
}

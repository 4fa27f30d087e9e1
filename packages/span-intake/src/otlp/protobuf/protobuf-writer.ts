import { Buffer } from 'node:buffer';

/** Encodes an integer field; nothing for 0, the default of protobuf. */
export function varintField(field: number, value: number): Buffer {
  return value === 0 ? Buffer.alloc(0) : Buffer.from([...varint(field << 3), ...varint(value)]);
}

/** Encodes a text field; nothing for an empty text. */
export function textField(field: number, text: string): Buffer {
  return text === '' ? Buffer.alloc(0) : messageField(field, Buffer.from(text));
}

/** Encodes a field with an embedded message. */
export function messageField(field: number, message: Uint8Array): Buffer {
  return Buffer.concat([
    Buffer.from([...varint((field << 3) | 2), ...varint(message.length)]),
    message,
  ]);
}

function varint(value: number): number[] {
  const bytes = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest % 128) | 0x80);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return bytes;
}

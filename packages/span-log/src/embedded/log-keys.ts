import type { LogPosition } from '../messages/log-position.js';

/** Size of an offset in a key. Six bytes are enough for every offset; see LogPosition. */
const OFFSET_BYTES = 6;
/** The largest offset that a key can hold. */
export const MAX_OFFSET = 2 ** (8 * OFFSET_BYTES) - 1;

/** Encodes the partition in two bytes and the offset in six bytes, big-endian, so that LMDB sorts keys in log order. */
export function keyOf(partition: number, offset: number): Buffer {
  const key = Buffer.allocUnsafe(8);
  key.writeUInt16BE(partition, 0);
  key.writeUIntBE(offset, 2, OFFSET_BYTES);
  return key;
}

/** Decodes a key that `keyOf` has encoded. */
export function positionOf(key: Uint8Array): LogPosition {
  const bytes = Buffer.from(key.buffer, key.byteOffset, key.byteLength);
  return { partition: bytes.readUInt16BE(0), offset: bytes.readUIntBE(2, OFFSET_BYTES) };
}

export function partitionKeyOf(partition: number): Buffer {
  return keyOf(partition, 0);
}

/** Encodes the key of a dead letter from its message's position and its first row, which is below 2^32. */
export function deadLetterKeyOf({ partition, offset }: LogPosition, firstRow: number): Buffer {
  const key = Buffer.allocUnsafe(12);
  keyOf(partition, offset).copy(key);
  key.writeUInt32BE(firstRow, 8);
  return key;
}

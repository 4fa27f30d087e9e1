import type { LogPosition } from '../log-position.js';

export const maxOffset = 2 ** 48 - 1;

/** Two bytes partition, six bytes offset, big-endian: LMDB's order is the log's order. */
export const keyOf = (partition: number, offset: number): Buffer => {
  const key = Buffer.allocUnsafe(8);
  key.writeUInt16BE(partition, 0);
  key.writeUIntBE(offset, 2, 6);
  return key;
};

export const positionOf = (key: Uint8Array): LogPosition => {
  const bytes = Buffer.from(key.buffer, key.byteOffset, key.byteLength);
  return { partition: bytes.readUInt16BE(0), offset: bytes.readUIntBE(2, 6) };
};

export const partitionKeyOf = (partition: number): Buffer => keyOf(partition, 0);

/** A dead letter's place: its message, and the first row of it, which is below 2^32. */
export const deadLetterKeyOf = ({ partition, offset }: LogPosition, firstRow: number): Buffer => {
  const key = Buffer.allocUnsafe(12);
  keyOf(partition, offset).copy(key);
  key.writeUInt32BE(firstRow, 8);
  return key;
};

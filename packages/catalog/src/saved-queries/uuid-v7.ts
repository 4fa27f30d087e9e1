import { randomBytes } from 'node:crypto';

/** A UUID of version 7 (RFC 9562) that begins with this time, for times from 1970 on. */
export function createUuidV7(timeNs: bigint): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Number(timeNs / 1_000_000n), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([start, end]) => hex.slice(start, end))
    .join('-');
}

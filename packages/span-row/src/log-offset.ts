/** Number of bits of `log_offset` that hold the offset within a partition. The bits above them hold the generation. */
export const LOG_OFFSET_BITS = 48;

const offsetBits = BigInt(LOG_OFFSET_BITS);
const offsetMask = (1n << offsetBits) - 1n;

/**
 * Packs a row's generation and offset into the value of `log_offset`. A log that is created again has a higher
 * generation, so its rows sort after all rows of earlier logs.
 */
export function toLogOffset(generation: number | bigint, offset: number | bigint): bigint {
  return (BigInt(generation) << offsetBits) | BigInt(offset);
}

export function generationOf(logOffset: bigint): bigint {
  return logOffset >> offsetBits;
}

/** Returns the offset within the partition, that is, `log_offset` without the generation. */
export function partitionOffsetOf(logOffset: bigint): bigint {
  return logOffset & offsetMask;
}

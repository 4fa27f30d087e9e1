const FNV_OFFSET_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * Returns the partition of a trace: FNV-1a over the strings `projectId` and `traceId`, then the MurmurHash3 mixer,
 * modulo the partition count. This hash is part of the log's format: if its results changed, the spans of a trace would
 * no longer be in order.
 */
export function partitionOfTrace(
  projectId: string,
  traceId: string,
  partitionCount: number,
): number {
  return mix(hashText(hashText(FNV_OFFSET_BASIS, projectId), traceId)) % partitionCount;
}

function hashText(seed: number, text: string): number {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  }
  return hash;
}

/** Mixes all bits into the low bits. FNV leaves the low bits too weak for a modulus if ids are counters. */
function mix(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

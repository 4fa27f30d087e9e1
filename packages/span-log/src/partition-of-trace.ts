const fnvOffsetBasis = 0x811c9dc5;
const fnvPrime = 0x01000193;

/**
 * The partition of a trace: FNV-1a over `projectId` and `traceId` (as text), finished with the
 * mixer of MurmurHash3, modulo the partition count. Part of the log's format: another result for
 * the same input breaks the order within a trace.
 */
export const partitionOfTrace = (
  projectId: string,
  traceId: string,
  partitionCount: number,
): number => mix(hashText(hashText(fnvOffsetBasis, projectId), traceId)) % partitionCount;

const hashText = (seed: number, text: string): number => {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), fnvPrime);
  }
  return hash;
};

/** FNV's low bits are weak for a modulus, and ids may be counters. */
const mix = (hash: number): number => {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
};

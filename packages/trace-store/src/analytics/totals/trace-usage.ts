import type { TimeRange } from '../../selection/time-ranges.js';

/** A trace whose sums cannot be read from the trace index. */
export interface UnresolvedTrace extends TimeRange {
  readonly trace_id: string;
  /** The usage bits of the trace's rows in the index (see migration 12), or 0 if totals are not needed. */
  readonly usage: bigint;
  /** True if some stored rows of the trace may not be current. Such rows may have set the bits. */
  readonly hasOtherRows: boolean;
}

const CALL_TOKENS = 1n;
const CALL_COSTS = 2n;
const WRAPPER_TOKENS = 4n;
const WRAPPER_COSTS = 8n;

/** A bit that the index does not use. It marks a trace with stored rows that may not be current. */
export const OTHER_ROWS = 16;

/** Returns an SQL condition that is true if the trace has the bit OTHER_ROWS. */
export function mayHaveOtherRows(bits: string): string {
  return `bitAnd(${bits}, ${OTHER_ROWS}) != 0`;
}

/**
 * Returns an SQL condition that is true if the totals of a trace may differ from the sums of its spans, because its
 * calls come from several scopes or because wrappers report usage and no call does. `usage` is SQL for the bits.
 */
export function needsCare(usage: string): string {
  const tokens = CALL_TOKENS | WRAPPER_TOKENS;
  const costs = CALL_COSTS | WRAPPER_COSTS;
  return `(bitAnd(bitShiftRight(${usage}, 8), bitShiftRight(${usage}, 36)) != 0 OR bitAnd(${usage}, ${tokens}) = ${WRAPPER_TOKENS} OR bitAnd(${usage}, ${costs}) = ${WRAPPER_COSTS})`;
}

export function hasSeveralScopes({ usage }: UnresolvedTrace): boolean {
  return ((usage >> 8n) & (usage >> 36n)) !== 0n;
}

export function mayNeedWrappers({ usage, hasOtherRows }: UnresolvedTrace): boolean {
  const hasWrappers = (usage & (WRAPPER_TOKENS | WRAPPER_COSTS)) !== 0n;
  const lacksCalls =
    (usage & (CALL_TOKENS | WRAPPER_TOKENS)) === WRAPPER_TOKENS ||
    (usage & (CALL_COSTS | WRAPPER_COSTS)) === WRAPPER_COSTS;
  return lacksCalls || (hasWrappers && hasOtherRows);
}

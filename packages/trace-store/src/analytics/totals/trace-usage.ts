import type { TimeRange } from '../../selection/time-ranges.js';

/** A trace whose sums cannot be read from the trace index. */
export interface UnresolvedTrace extends TimeRange {
  readonly trace_id: string;
  /** Usage bits from the trace's index rows (see migration 12), or 0 if totals are not needed. */
  readonly usage: bigint;
  /** True if some stored rows of the trace may not be current. The usage bits may then come from such rows. */
  readonly hasOtherRows: boolean;
}

const CALL_TOKENS = 1n;
const CALL_COSTS = 2n;
const WRAPPER_TOKENS = 4n;
const WRAPPER_COSTS = 8n;

/** Bit for traces that may have outdated stored rows. The index itself does not use this bit. */
export const OTHER_ROWS = 16;

/** Returns an SQL condition that is true if OTHER_ROWS is set. */
export function mayHaveOtherRows(bits: string): string {
  return `bitAnd(${bits}, ${OTHER_ROWS}) != 0`;
}

/**
 * Returns an SQL condition that is true if the totals of a trace may differ from the sums over its spans. This is
 * possible if calls come from several scopes, or if wrappers report usage and no call does. `usage` is SQL for the
 * usage bits.
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

import type { CopyKey, CopyUnit } from './copy-statements.js';

/** The progress of a copy. It is saved before each step, so that an interrupted copy repeats the same step. */
export interface CopyProgress {
  /** True after the target was found empty. */
  readonly isBegun: boolean;
  /** Number of ranges that are copied. */
  readonly ranges: number;
  readonly rows: number;
  /** The last unit whose rows are copied. Later units follow in order. */
  readonly lastUnit: CopyUnit | undefined;
  /** The unit that is being copied. */
  readonly unit: CopyUnit | undefined;
  /** The key up to which the current unit is copied, and the end of the range that is being copied. */
  readonly after: CopyKey | undefined;
  readonly pending: CopyKey | undefined;
  /** The other tables that are already copied. */
  readonly tables: readonly string[];
  readonly isComplete: boolean;
}

export const noProgress: CopyProgress = {
  isBegun: false,
  ranges: 0,
  rows: 0,
  lastUnit: undefined,
  unit: undefined,
  after: undefined,
  pending: undefined,
  tables: [],
  isComplete: false,
};

/** Returns whether a unit follows another unit in the order of `selectUnits`. */
export function isLaterUnit(unit: CopyUnit, other: CopyUnit): boolean {
  const order =
    unit.retentionDays - other.retentionDays ||
    compare(unit.week, other.week) ||
    compare(unit.projectId, other.projectId);
  return order > 0;
}

/**
 * Moves to a unit. The keys of the previous unit are dropped, because its remaining rows have expired or were deleted.
 */
export function turnTo(unit: CopyUnit, progress: CopyProgress): CopyProgress {
  const isSame =
    progress.unit !== undefined &&
    !isLaterUnit(progress.unit, unit) &&
    !isLaterUnit(unit, progress.unit);
  return isSame ? progress : { ...progress, unit, after: undefined, pending: undefined };
}

function compare(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}

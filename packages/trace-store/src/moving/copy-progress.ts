import type { CopyKey, CopyUnit } from './copy-statements.js';

/** How far a copy is. It is saved before each step, so that a copy which was interrupted repeats the same step. */
export interface CopyProgress {
  /** Whether the target was found empty. */
  readonly isBegun: boolean;
  /** Numbers the ranges of rows. */
  readonly ranges: number;
  readonly rows: number;
  /** The last unit whose rows are copied; later units follow in their order. */
  readonly lastUnit: CopyUnit | undefined;
  /** The unit that is being copied. */
  readonly unit: CopyUnit | undefined;
  /** The place up to which this unit is copied, and the end of the range that is being copied. */
  readonly after: CopyKey | undefined;
  readonly pending: CopyKey | undefined;
  /** The other tables that are copied. */
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

/** True if a unit is after another in the order of `selectUnits`. */
export function isLaterUnit(unit: CopyUnit, other: CopyUnit): boolean {
  const order =
    unit.retentionDays - other.retentionDays ||
    compare(unit.week, other.week) ||
    compare(unit.projectId, other.projectId);
  return order > 0;
}

/** Turns to a unit. The places of another one are forgotten: its last rows have expired or were deleted meanwhile. */
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

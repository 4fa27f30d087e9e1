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
  /** The place up to which the unit after it is copied, and the end of the range that is being copied. */
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

function compare(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}

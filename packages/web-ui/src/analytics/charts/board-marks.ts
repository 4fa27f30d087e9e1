import { ordered } from '../../parts/chart/chart-cursor.js';

/** The bucket under the cursor and the brushed buckets. All charts of a board share them. */
export interface BoardMarks {
  readonly current?: number;
  /** The first and the last brushed bucket. */
  readonly brush?: readonly [first: number, last: number];
  /** The bucket where the brush began. It is present only while the brush follows the cursor. */
  readonly anchor?: number;
}

export const noMarks: BoardMarks = {};

/** Moves the cursor to a bucket. If a brush follows the cursor, it is extended to that bucket. */
export function pointAt(marks: BoardMarks, bucket: number): BoardMarks {
  const { anchor } = marks;
  return anchor === undefined
    ? { ...marks, current: bucket }
    : { anchor, current: bucket, brush: ordered(anchor, bucket) };
}

/**
 * Moves the cursor in response to a key. With Shift, the brush follows the cursor. Without Shift, a finished brush is
 * cleared.
 */
export function moveBy(
  marks: BoardMarks,
  by: number,
  { last, isExtending }: { readonly last: number; readonly isExtending: boolean },
): BoardMarks {
  const { current, anchor } = marks;
  const next = Math.max(0, Math.min(last, (current ?? (by > 0 ? -1 : last + 1)) + by));
  if (isExtending || anchor !== undefined) {
    return pointAt({ ...marks, anchor: anchor ?? current ?? next }, next);
  }
  return { current: next };
}

/** Begins a brush at the cursor, or ends the current one. */
export function toggleBrush(marks: BoardMarks): BoardMarks {
  const { current = 0, anchor, brush } = marks;
  return anchor === undefined
    ? { current, anchor: current, brush: [current, current] }
    : { current, ...(brush && { brush }) };
}

/** Ends a brush at a bucket. A brush that covers a single bucket counts as a click and is removed. */
export function endBrush({ anchor }: BoardMarks, bucket: number): BoardMarks {
  return anchor === undefined || anchor === bucket
    ? { current: bucket }
    : { current: bucket, brush: ordered(anchor, bucket) };
}

/** Removes the cursor. The brush remains but is no longer extended. */
export function leave({ brush }: BoardMarks): BoardMarks {
  return brush === undefined ? noMarks : { brush };
}

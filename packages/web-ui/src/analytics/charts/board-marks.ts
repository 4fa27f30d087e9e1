/** The buckets under the cursor and below the brush, which all charts of a board share. */
export interface BoardMarks {
  readonly current?: number;
  /** The first and the last bucket. */
  readonly brush?: readonly [first: number, last: number];
  /** Where the brush began, while it follows the cursor. */
  readonly anchor?: number;
}

export const noMarks: BoardMarks = {};

/** Places the cursor. A brush that follows it reaches to it. */
export function pointAt(marks: BoardMarks, bucket: number): BoardMarks {
  const { anchor } = marks;
  return anchor === undefined
    ? { ...marks, current: bucket }
    : { anchor, current: bucket, brush: ordered(anchor, bucket) };
}

/** Moves the cursor by keys. With Shift, the brush follows it; otherwise a brush that does not follow is cleared. */
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

/** Begins a brush at the cursor, or lets the brush stay as it is. */
export function toggleBrush(marks: BoardMarks): BoardMarks {
  const { current = 0, anchor, brush } = marks;
  return anchor === undefined
    ? { current, anchor: current, brush: [current, current] }
    : { current, ...(brush && { brush }) };
}

/** Ends a brush at a bucket. A brush of a single bucket is a click, and none. */
export function endBrush({ anchor }: BoardMarks, bucket: number): BoardMarks {
  return anchor === undefined || anchor === bucket
    ? { current: bucket }
    : { current: bucket, brush: ordered(anchor, bucket) };
}

/** Takes the cursor away; the brush stays, and follows no longer. */
export function leave({ brush }: BoardMarks): BoardMarks {
  return brush === undefined ? noMarks : { brush };
}

function ordered(one: number, other: number): readonly [number, number] {
  return one < other ? [one, other] : [other, one];
}

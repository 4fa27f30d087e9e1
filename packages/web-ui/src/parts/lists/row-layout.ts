/** Layout of rows that all have the same height. One row may have additional content below it. */
export interface RowLayout {
  readonly count: number;
  /** Height of each row in px. */
  readonly height: number;
  /** The row with content below it, and the height of that content. */
  readonly opened?: { readonly index: number; readonly height: number } | undefined;
}

/** The visible part of a list. Positions are in px from the top of the first row. */
export interface RowView {
  readonly top: number;
  readonly height: number;
}

/** The rows from `first` up to, but not including, `end`. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

/** Returns the distance in px from the top of the first row to the top of a row. */
export function topOfRow({ height, opened }: RowLayout, index: number): number {
  const isBelow = opened !== undefined && index > opened.index;
  return index * height + (isBelow ? opened.height : 0);
}

/** Returns the total height of all rows in px, including the content below the opened row. */
export function heightOfRows(layout: RowLayout): number {
  return topOfRow(layout, layout.count);
}

/** Returns the rows in the visible part of a list, and `overscan` more rows on either side. */
export function rowsIn(layout: RowLayout, view: RowView, overscan: number): RowRange {
  const first = Math.max(0, Math.min(layout.count, rowAt(layout, view.top) - overscan));
  const end = rowAt(layout, view.top + view.height) + 1 + overscan;
  return { first, end: Math.max(first, Math.min(layout.count, end)) };
}

/**
 * Returns the rows of a range in order. The row `kept` is included even if it is outside the range, unless it is -1.
 */
export function rowsWith({ first, end }: RowRange, kept: number): readonly number[] {
  const rows = Array.from({ length: end - first }, (_, at) => first + at);
  if (kept < 0 || (kept >= first && kept < end)) {
    return rows;
  }
  return kept < first ? [kept, ...rows] : [...rows, kept];
}

/** Returns true if the visible part has moved by more than half of its height. */
export function isFarFrom(before: RowView, next: RowView): boolean {
  return 2 * Math.abs(next.top - before.top) > next.height;
}

/** Returns the scroll position at which a row is fully visible, as close as possible to the current one. */
export function topToShow(layout: RowLayout, view: RowView, index: number): number {
  const top = topOfRow(layout, index);
  return Math.max(Math.min(view.top, top), top + layout.height - view.height);
}

function rowAt({ height, opened }: RowLayout, px: number): number {
  const above = Math.floor(px / height);
  return opened === undefined || above <= opened.index
    ? above
    : Math.max(opened.index, Math.floor((px - opened.height) / height));
}

/** Rows of one height, of which one may have something below it. */
export interface RowLayout {
  readonly count: number;
  /** The height of each row, in px. */
  readonly height: number;
  /** The row that has something below it, and how high that is. */
  readonly opened?: { readonly index: number; readonly height: number } | undefined;
}

/** A part of all rows, in px from the top of the first one. */
export interface RowView {
  readonly top: number;
  readonly height: number;
}

/** Rows from one up to another, which is not among them. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

/** Returns where a row begins. */
export function topOfRow({ height, opened }: RowLayout, index: number): number {
  const isBelow = opened !== undefined && index > opened.index;
  return index * height + (isBelow ? opened.height : 0);
}

/** Returns how high all rows are. */
export function heightOfRows(layout: RowLayout): number {
  return topOfRow(layout, layout.count);
}

/** Returns the rows that a view shows, and some above and below it. */
export function rowsIn(layout: RowLayout, view: RowView, overscan: number): RowRange {
  const first = Math.max(0, Math.min(layout.count, rowAt(layout, view.top) - overscan));
  const end = rowAt(layout, view.top + view.height) + 1 + overscan;
  return { first, end: Math.max(first, Math.min(layout.count, end)) };
}

/** Returns the rows of a range in order, with the one that is kept wherever the range is; -1 keeps none. */
export function rowsWith({ first, end }: RowRange, kept: number): readonly number[] {
  const rows = Array.from({ length: end - first }, (_, at) => first + at);
  if (kept < 0 || (kept >= first && kept < end)) {
    return rows;
  }
  return kept < first ? [kept, ...rows] : [...rows, kept];
}

/** Whether most of a view was not in an earlier one. */
export function isFarFrom(before: RowView, next: RowView): boolean {
  return 2 * Math.abs(next.top - before.top) > next.height;
}

/** Returns the top of the nearest view that shows a whole row; that of the view if it does already. */
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

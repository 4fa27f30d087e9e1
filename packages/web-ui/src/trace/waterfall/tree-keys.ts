import type { TreeShape } from '../outline/outline.js';

export interface TreeView {
  readonly shape: Pick<TreeShape, 'end'>;
  readonly parent: Int32Array;
  readonly rows: Int32Array;
  readonly selected: number;
  readonly folded: ReadonlySet<number>;
}

/** The selected row and the folded rows after a key press. */
export interface TreeChange {
  readonly selected: number;
  readonly folded: ReadonlySet<number>;
}

type PressedKey = Pick<KeyboardEvent, 'key' | 'shiftKey'>;

interface TreeKey {
  readonly key: string;
  readonly meaning: string;
  /** Returns the effect of the key, as specified by WAI-ARIA for treegrids. */
  readonly effect: (view: TreeView) => TreeChange;
}

/** Keyboard shortcuts for the rows of a tree. */
export const treeKeys: readonly TreeKey[] = [
  { key: 'ArrowRight', meaning: 'Unfold, or go to the first child', effect: stepIn },
  { key: 'ArrowLeft', meaning: 'Fold, or go to the parent', effect: stepOut },
  { key: 'Shift-ArrowRight', meaning: 'Unfold everything below', effect: unfoldAll },
  { key: 'Shift-ArrowLeft', meaning: 'Fold everything below', effect: foldAll },
  { key: '*', meaning: 'Unfold the siblings', effect: unfoldSiblings },
  { key: 'j', meaning: 'Next row', effect: (view) => step(view, 1) },
  { key: 'ArrowDown', meaning: 'Next row', effect: (view) => step(view, 1) },
  { key: 'k', meaning: 'Previous row', effect: (view) => step(view, -1) },
  { key: 'ArrowUp', meaning: 'Previous row', effect: (view) => step(view, -1) },
  { key: 'Home', meaning: 'First row', effect: (view) => step(view, -view.rows.length) },
  { key: 'End', meaning: 'Last row', effect: (view) => step(view, view.rows.length) },
];

/** Returns the effect of a key on a tree, or undefined if the key is not one of `treeKeys`. */
export function nextSelection(
  { key, shiftKey }: PressedKey,
  view: TreeView,
): TreeChange | undefined {
  const withShift = treeKeys.find((known) => shiftKey && known.key === `Shift-${key}`);
  return (withShift ?? treeKeys.find((known) => known.key === key))?.effect(view);
}

/** Moves the selection by a number of rows, but not beyond the first or last row. */
function step({ rows, selected, folded }: TreeView, by: number): TreeChange {
  const index = Math.max(0, Math.min(rows.length - 1, rows.indexOf(selected) + by));
  return { selected: rows[index] ?? selected, folded };
}

/**
 * Returns the effect of folding a row. If the selected row is below the folded row, the folded row becomes the selected
 * row.
 */
export function foldChange(view: TreeView, row: number): TreeChange {
  const { shape, selected, folded } = view;
  const next = new Set(folded);
  if (next.delete(row)) {
    return { selected, folded: next };
  }
  const isBelow = selected > row && selected < (shape.end[row] ?? 0);
  return { selected: isBelow ? row : selected, folded: next.add(row) };
}

/**
 * Returns the effect of folding the whole tree: only top-level rows remain visible, and the selection moves to the
 * top-level ancestor of the selected row.
 */
export function foldWhole({
  shape,
  parent,
  selected,
}: Pick<TreeView, 'shape' | 'parent' | 'selected'>): TreeChange {
  let top = selected;
  for (let above = parent[top] ?? -1; above >= 0; above = parent[top] ?? -1) {
    top = above;
  }
  return { selected: top, folded: new Set(rowsWithChildren(shape, 0, parent.length)) };
}

/** Returns the rows in a range that have children. */
function rowsWithChildren({ end }: TreeView['shape'], from: number, to: number): number[] {
  const rows: number[] = [];
  for (let at = from; at < to; at++) {
    if ((end[at] ?? 0) > at + 1) {
      rows.push(at);
    }
  }
  return rows;
}

function hasChildren({ shape: { end }, selected }: TreeView): boolean {
  return (end[selected] ?? 0) > selected + 1;
}

function stepIn(view: TreeView): TreeChange {
  const { selected, folded } = view;
  if (folded.has(selected)) {
    return foldChange(view, selected);
  }
  return hasChildren(view) ? step(view, 1) : { selected, folded };
}

function stepOut(view: TreeView): TreeChange {
  const { selected, folded, parent } = view;
  if (hasChildren(view) && !folded.has(selected)) {
    return { selected, folded: new Set(folded).add(selected) };
  }
  const above = parent[selected] ?? -1;
  return { selected: above < 0 ? selected : above, folded };
}

function foldAll({ selected, folded, shape }: TreeView): TreeChange {
  const below = rowsWithChildren(shape, selected, shape.end[selected] ?? 0);
  return { selected, folded: new Set([...folded, ...below]) };
}

function unfoldAll({ selected, folded, shape }: TreeView): TreeChange {
  const end = shape.end[selected] ?? 0;
  return { selected, folded: new Set([...folded].filter((at) => at < selected || at >= end)) };
}

function unfoldSiblings({ selected, folded, shape, parent }: TreeView): TreeChange {
  const above = parent[selected] ?? -1;
  const end = above < 0 ? parent.length : (shape.end[above] ?? 0);
  const next = new Set(folded);
  for (let at = above + 1; at < end; at = shape.end[at] ?? at + 1) {
    next.delete(at);
  }
  return { selected, folded: next };
}

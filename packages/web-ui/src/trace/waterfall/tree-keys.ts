import { type KeyGroup, usePageKeys } from '../../parts/keys/page-keys.js';
import type { TreeShape } from '../outline/outline.js';

/** A tree with its visible rows and the selected row. */
export interface TreeView {
  readonly shape: Pick<TreeShape, 'end'>;
  readonly parent: Int32Array;
  readonly rows: Int32Array;
  readonly selected: number;
  readonly folded: ReadonlySet<number>;
}

/** The selection and the folded rows after a key press. */
export interface TreeChange {
  readonly selected: number;
  readonly folded: ReadonlySet<number>;
}

export interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
}

/** Keys that act on the rows of a tree. */
const treeKeys: KeyGroup = {
  title: 'Rows of the tree',
  needsFocus: true,
  keys: [
    { key: 'ArrowRight', meaning: 'Unfold, or go to the first child' },
    { key: 'ArrowLeft', meaning: 'Fold, or go to the parent' },
    { key: 'Shift-ArrowRight', meaning: 'Unfold everything below' },
    { key: 'Shift-ArrowLeft', meaning: 'Fold everything below' },
    { key: '*', meaning: 'Unfold the siblings' },
    { key: 'j', meaning: 'Next row' },
    { key: 'ArrowDown', meaning: 'Next row' },
    { key: 'k', meaning: 'Previous row' },
    { key: 'ArrowUp', meaning: 'Previous row' },
    { key: 'Home', meaning: 'First row' },
    { key: 'End', meaning: 'Last row' },
  ],
};

/** Returns the effect of a key in a tree, as WAI-ARIA specifies it for treegrids. Returns undefined for other keys. */
export function nextSelection(pressed: PressedKey, view: TreeView): TreeChange | undefined {
  const { rows, selected, folded } = view;
  const row = rows.indexOf(selected);
  const select = (index: number) => ({
    selected: rows[Math.max(0, Math.min(rows.length - 1, index))] ?? selected,
    folded,
  });
  switch (pressed.key) {
    case 'ArrowDown':
    case 'j':
      return select(row + 1);
    case 'ArrowUp':
    case 'k':
      return select(row - 1);
    case 'Home':
      return select(0);
    case 'End':
      return select(rows.length - 1);
    case 'ArrowRight':
      return pressed.shiftKey ? unfoldAll(view) : stepIn(view, select(row + 1));
    case 'ArrowLeft':
      return pressed.shiftKey ? foldAll(view) : stepOut(view);
    case '*':
      return unfoldSiblings(view);
    default:
      return undefined;
  }
}

/** Returns the effect of folding a row. If the selection is below the row, it moves to the row. */
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
 * Returns the effect of folding the whole tree. Only top-level rows remain visible, and the selection moves to its
 * top-level row.
 */
export function foldWhole({
  shape,
  parent,
  selected,
}: Pick<TreeView, 'shape' | 'parent' | 'selected'>): TreeChange {
  const folded = new Set<number>();
  for (let at = 0; at < parent.length; at++) {
    if ((shape.end[at] ?? 0) > at + 1) {
      folded.add(at);
    }
  }
  let top = selected;
  for (let above = parent[top] ?? -1; above >= 0; above = parent[top] ?? -1) {
    top = above;
  }
  return { selected: top, folded };
}

function hasChildren({ shape: { end }, selected }: TreeView): boolean {
  return (end[selected] ?? 0) > selected + 1;
}

function stepIn(view: TreeView, child: TreeChange): TreeChange {
  const { selected, folded } = view;
  if (folded.has(selected)) {
    return foldChange(view, selected);
  }
  return hasChildren(view) ? child : { selected, folded };
}

function stepOut(view: TreeView): TreeChange {
  const { selected, folded, parent } = view;
  if (hasChildren(view) && !folded.has(selected)) {
    return { selected, folded: new Set(folded).add(selected) };
  }
  const above = parent[selected] ?? -1;
  return { selected: above < 0 ? selected : above, folded };
}

function foldAll(view: TreeView): TreeChange {
  const { selected, folded, shape } = view;
  const all = new Set(folded);
  for (let at = selected; at < (shape.end[selected] ?? 0); at++) {
    if ((shape.end[at] ?? 0) > at + 1) {
      all.add(at);
    }
  }
  return { selected, folded: all };
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

interface KeyedTree {
  readonly view: TreeView;
  /** Prepares the focus to follow the selection. It is called before the selection moves. */
  readonly keepFocus: () => void;
  readonly onSelect: (row: number) => void;
  readonly onFolded: (folded: ReadonlySet<number>) => void;
}

/**
 * Binds the keys of a tree, which work even before a row has the focus. `press` handles a key in the tree and returns
 * false for other keys.
 */
export function useTreeKeys({ view, keepFocus, onSelect, onFolded }: KeyedTree) {
  const apply = (next: TreeChange) => {
    onFolded(next.folded);
    if (next.selected !== view.selected) {
      keepFocus();
      onSelect(next.selected);
    }
  };
  const press = (pressed: PressedKey) => {
    const next = nextSelection(pressed, view);
    if (next !== undefined) {
      apply(next);
    }
    return next !== undefined;
  };
  // `j` and `k` work wherever the focus is. The other keys work only if no element has the focus, as on a new page.
  const actOf = (key: string) => () =>
    (key === 'j' || key === 'k' || hasNoFocus()) && press(readKey(key));
  usePageKeys({ ...treeKeys, keys: treeKeys.keys.map((one) => ({ ...one, act: actOf(one.key) })) });
  return { apply, press };
}

function hasNoFocus(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.id === 'main';
}

function readKey(text: string): PressedKey {
  const key = text.replace(/^Shift-/, '');
  return { key, shiftKey: key !== text };
}

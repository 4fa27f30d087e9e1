import { usePageKeys } from '../../parts/keys/page-keys.js';
import {
  nextSelection,
  type PressedKey,
  type TreeChange,
  type TreeView,
  treeKeys,
} from './tree-keys.js';

interface KeyedTree {
  readonly view: TreeView;
  /** Called before the selection moves, so that the focus moves with it. */
  readonly keepFocus: () => void;
  readonly onSelect: (row: number) => void;
  readonly onFolded: (folded: ReadonlySet<number>) => void;
}

/**
 * Moves through a tree with keys, even before a row has the focus. `press` handles a key in the tree and returns false
 * for other keys.
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
  // `j` and `k` act wherever the focus is. A new page has no focus, nor has a page opened from a list. Other keys belong
  // to the focused element.
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

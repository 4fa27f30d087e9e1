import { useEffect, useRef } from 'react';
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

interface TreeKeys {
  readonly apply: (change: TreeChange) => void;
  /** Handles a key in the tree. Returns false for other keys. */
  readonly press: (pressed: PressedKey) => boolean;
}

/** Moves through a tree with keys, even before a row has the focus. */
export function useTreeKeys({ view, keepFocus, onSelect, onFolded }: KeyedTree): TreeKeys {
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
  useKeysWithoutFocus(press);
  return { apply, press };
}

/**
 * Handles `j` and `k` wherever the focus is. A new page has no focus, nor has a page opened from a list. Other keys
 * belong to the focused element.
 */
function useKeysWithoutFocus(press: TreeKeys['press']): void {
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  const actOf = (key: string) => () => {
    const isFree = key === 'j' || key === 'k' || hasNoFocus();
    return isFree && latest.current(readKey(key));
  };
  usePageKeys({ ...treeKeys, keys: treeKeys.keys.map((one) => ({ ...one, act: actOf(one.key) })) });
}

function hasNoFocus(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.id === 'main';
}

function readKey(text: string): PressedKey {
  const key = text.replace(/^Shift-/, '');
  return { key, shiftKey: key !== text };
}

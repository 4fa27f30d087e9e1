import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useKeyGroup } from '../../parts/keys/page-keys.js';
import { heightOfRows, rowsWith, topOfRow } from '../../parts/lists/row-layout.js';
import { useFocusedRow, useRowWindow } from '../../parts/lists/use-row-window.js';
import { rowHeight } from '../../parts/theme/row-height.js';
import { nextSelection, type TreeChange, type TreeView, treeKeys } from './tree-keys.js';

/** Number of rows that are rendered above and below the visible rows. */
const OVERSCAN = 6;

interface TreeRowsOptions {
  readonly view: TreeView;
  /** Height in px of the header that does not scroll with the rows. */
  readonly head?: number;
  readonly onSelect: (row: number) => void;
  readonly onFolded: (folded: ReadonlySet<number>) => void;
}

/**
 * Determines which rows of a tree to render, scrolls to the selected row, and binds the tree's keys. The keys work even
 * before a row has the focus. The selected row stays rendered when it is out of view. `press` handles a key in the
 * tree; for other keys it returns false.
 */
export function useTreeRows({ view, head = 0, onSelect, onFolded }: TreeRowsOptions) {
  const { rows, selected } = view;
  const room = useRef<HTMLDivElement>(null);
  const layout = { count: rows.length, height: rowHeight('tree') };
  const at = rows.indexOf(selected);
  const { first, end, show } = useRowWindow(layout, { room, head, overscan: OVERSCAN });
  useEffect(() => {
    if (at >= 0) {
      show(at);
    }
  }, [show, at]);
  const keepFocus = useFocusedRow(room, at);
  const apply = (next: TreeChange) => {
    onFolded(next.folded);
    if (next.selected !== selected) {
      keepFocus();
      onSelect(next.selected);
    }
  };
  const press = (pressed: KeyboardEvent) => {
    const next = nextSelection(pressed, view);
    if (next !== undefined) {
      apply(next);
    }
    return next !== undefined;
  };
  useKeyGroup({
    title: 'Rows of the tree',
    needsFocus: true,
    keys: treeKeys.map(({ key, meaning, effect }) => ({
      key,
      meaning,
      // `j` and `k` work wherever the focus is. The other keys work only while no element has the focus, as on a newly
      // opened page.
      act: () => (key === 'j' || key === 'k' || hasNoFocus()) && apply(effect(view)),
    })),
  });
  const shown = rowsWith({ first, end }, at).map((index) => ({
    row: rows[index] ?? 0,
    index,
    top: topOfRow(layout, index),
  }));
  return { room, height: heightOfRows(layout), shown, apply, press };
}

function hasNoFocus(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.id === 'main';
}

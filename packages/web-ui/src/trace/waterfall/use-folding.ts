import { useMemo, useState } from 'react';
import { useArrival } from '../../url/use-arrival.js';
import { useSearchParameters } from '../../url/use-search.js';
import type { Outline } from '../outline/outline.js';
import type { RowTree } from '../outline/tree-shape.js';
import { unfoldTo } from './folded-rows.js';
import {
  foldedRows,
  moveRows,
  type RowNumber,
  readRows,
  toggledRows,
  writeRows,
} from './row-keys.js';

interface Folding {
  /** Folded rows of the tree. */
  readonly folded: ReadonlySet<number>;
  readonly setFolded: (folded: ReadonlySet<number>) => void;
  /** Unfolds the ancestors of a row. */
  readonly reveal: (row: number) => void;
}

/** Keeps the rows that differ from their default state in sync with the address. */
export function useFolding(outline: Outline, tree: RowTree): Folding {
  const [{ x }, change] = useSearchParameters();
  const [kept, keep] = useState(() => ({ outline, toggled: readRows(outline, x) }));
  const toggled = useMemo(
    () => (kept.outline === outline ? kept.toggled : moveRows(kept.toggled, kept.outline, outline)),
    [kept, outline],
  );
  const folded = useMemo(() => foldedRows(tree, toggled), [tree, toggled]);
  const note = useArrival(x, (text) => keep({ outline, toggled: readRows(outline, text) }));
  const setToggled = (next: ReadonlySet<RowNumber>) => {
    keep({ outline, toggled: next });
    const written = writeRows(outline, next);
    if (note(written)) {
      change({ x: written });
    }
  };
  const setFolded = (next: ReadonlySet<number>) => {
    if (next !== folded) {
      setToggled(toggledRows(tree, next, toggled));
    }
  };
  const reveal = (row: number) => {
    const next = unfoldTo(folded, row, tree.parent);
    if (next.size !== folded.size) {
      setFolded(next);
    }
  };
  return { folded, setFolded, reveal };
}

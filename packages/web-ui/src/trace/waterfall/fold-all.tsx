import type { ReactElement } from 'react';
import { Button } from '../../parts/button.js';
import type { RowTree } from '../outline/tree-shape.js';
import styles from '../trace.module.css';
import { foldWhole, type TreeChange } from './tree-keys.js';

interface FoldAllProps {
  readonly tree: RowTree;
  readonly selected: number;
  readonly folded: ReadonlySet<number>;
  readonly onChange: (change: TreeChange) => void;
}

/**
 * Button that folds all rows of a waterfall, or unfolds the rows that the user has folded. Keys do the same for a part
 * of the tree.
 */
export function FoldAll({ tree, selected, folded, onChange }: FoldAllProps): ReactElement | null {
  if (tree.count < 2) {
    return null;
  }
  const repeats = new Set(tree.repeats.keys());
  const isFolded = [...folded].some((row) => !repeats.has(row));
  const change = () =>
    onChange(isFolded ? { selected, folded: repeats } : foldWhole({ ...tree, selected }));
  return (
    <Button isPlain className={styles['foldAll']} onClick={change}>
      {isFolded ? 'Unfold all' : 'Fold all'}
    </Button>
  );
}

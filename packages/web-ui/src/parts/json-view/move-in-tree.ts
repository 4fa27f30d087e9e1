import type { JsonTree } from './json-tree.js';

/** The line that receives the focus, and whether it opens or closes. */
export interface TreeMove {
  readonly row: number;
  readonly toggles: boolean;
}

const PAGE = 15;

/** Returns the effect of a key in a tree, as the ARIA pattern defines it; undefined for other keys. */
export function moveInTree(tree: JsonTree, row: number, key: string): TreeMove | undefined {
  const { container, isOpen } = tree.rowAt(row);
  const go = (to: number): TreeMove => ({
    row: Math.max(0, Math.min(tree.rows - 1, to)),
    toggles: false,
  });
  switch (key) {
    case 'ArrowDown':
      return go(row + 1);
    case 'ArrowUp':
      return go(row - 1);
    case 'PageDown':
      return go(row + PAGE);
    case 'PageUp':
      return go(row - PAGE);
    case 'Home':
      return go(0);
    case 'End':
      return go(tree.rows - 1);
    case 'Enter':
    case ' ':
      return { row, toggles: container >= 0 };
    case 'ArrowRight':
      return container >= 0 && !isOpen ? { row, toggles: true } : go(isOpen ? row + 1 : row);
    case 'ArrowLeft':
      return isOpen ? { row, toggles: true } : go(tree.parentOf(row));
    default:
      return undefined;
  }
}

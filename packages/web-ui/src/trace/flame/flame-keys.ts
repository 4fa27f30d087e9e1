import type { KeyGroup } from '../../parts/keys/page-keys.js';
import type { TreeShape } from '../outline/tree-shape.js';

/** Position of the focus in the tree of a flame graph. */
export interface FlameFocus {
  readonly shape: Pick<TreeShape, 'end'>;
  readonly parent: Int32Array;
  readonly selected: number;
}

/** Keys of the flame graph, for the list of keys. */
export const flameKeys: KeyGroup = {
  title: 'The flame graph with the focus',
  needsPlace: true,
  keys: [
    { key: 'ArrowUp', meaning: 'Parent' },
    { key: 'ArrowDown', meaning: 'First child' },
    { key: 'ArrowLeft', meaning: 'Previous sibling' },
    { key: 'ArrowRight', meaning: 'Next sibling' },
  ],
};

/** Returns the span that an arrow key moves to: the parent, the first child, or a sibling. */
export function nextInFlame(key: string, place: FlameFocus): number | undefined {
  const { shape, parent, selected } = place;
  const end = shape.end[selected] ?? selected + 1;
  switch (key) {
    case 'ArrowUp':
      return (parent[selected] ?? -1) < 0 ? selected : parent[selected];
    case 'ArrowDown':
      return end > selected + 1 ? selected + 1 : selected;
    case 'ArrowRight':
      return parent[end] === parent[selected] ? end : selected;
    case 'ArrowLeft':
      return previousSibling(place);
    default:
      return undefined;
  }
}

function previousSibling({ parent, selected }: FlameFocus): number {
  const above = parent[selected] ?? -1;
  let before = selected - 1;
  while (before > above && parent[before] !== above) {
    before = parent[before] ?? -1;
  }
  return before > above ? before : selected;
}

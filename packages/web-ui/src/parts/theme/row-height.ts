import { settings } from './settings.js';

/**
 * Row heights in px, which must equal the values in `tokens.css`. No row is lower than the minimum size of a touch
 * target.
 */
const heights = {
  compact: { list: 24, tree: 24 },
  normal: { list: 28, tree: 24 },
  roomy: { list: 36, tree: 32 },
} as const;

/** Returns the row height of lists or trees for the density that the user chose. */
export function rowHeight(of: 'list' | 'tree'): number {
  return heights[settings.density.get()][of];
}

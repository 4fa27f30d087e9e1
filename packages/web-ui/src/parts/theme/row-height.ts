import { settings } from './settings.js';

/** The heights of rows in px, as `tokens.css` has them. No row is lower than a target for fingers may be. */
const heights = {
  compact: { list: 24, tree: 24 },
  normal: { list: 28, tree: 24 },
  roomy: { list: 36, tree: 32 },
} as const;

/** Returns the height of the rows of lists or trees, in the density that the user chose. */
export function rowHeight(of: 'list' | 'tree'): number {
  return heights[settings.density.get()][of];
}

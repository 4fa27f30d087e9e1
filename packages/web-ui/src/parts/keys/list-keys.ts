import type { KeyGroup } from './page-keys.js';

/** A title, and what the keys below it do. Keys that do the same are in one line. */
export interface ListedKeys {
  readonly title: string;
  readonly lines: readonly KeyLine[];
}

interface KeyLine {
  readonly meaning: string;
  readonly keys: readonly string[];
}

/** The title of the keys that act on every page, which come last. */
export const everywhere = 'Everywhere';

/** Returns the keys of a page for reading: parts of a page that add keys under the same title share it. */
export function listKeys(groups: readonly KeyGroup[]): readonly ListedKeys[] {
  const listed = new Map<string, Map<string, Set<string>>>();
  for (const { title, keys } of groups) {
    const lines = listed.get(title) ?? new Map<string, Set<string>>();
    listed.set(title, lines);
    for (const { key, meaning } of keys) {
      lines.set(meaning, (lines.get(meaning) ?? new Set<string>()).add(key));
    }
  }
  return [...listed]
    .filter(([, lines]) => lines.size > 0)
    .map(([title, lines]) => ({
      title,
      lines: [...lines].map(([meaning, keys]) => ({ meaning, keys: [...keys] })),
    }))
    .sort((one, other) => Number(one.title === everywhere) - Number(other.title === everywhere));
}

import type { KeyGroup } from './page-keys.js';

/** A title and the keys below it with their meanings. Keys with the same meaning share a line. */
export interface ListedKeys {
  readonly title: string;
  readonly lines: readonly KeyLine[];
}

interface KeyLine {
  readonly meaning: string;
  readonly keys: readonly string[];
}

/** Title of the keys that act on every page. They are listed last. */
export const everywhere = 'Everywhere';

/** Returns the keys of a page for display. Groups with the same title are merged. */
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

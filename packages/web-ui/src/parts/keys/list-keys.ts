import type { KeyGroup } from './page-keys.js';

/** Title of the group of keys that work on every page. The group is listed last. */
export const everywhere = 'Everywhere';

/**
 * Returns the keys of a page for display. Groups with the same title are merged, and keys with the same meaning share a
 * line.
 */
export function listKeys(groups: readonly KeyGroup[]) {
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

const names: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ' ': 'Space',
};

/** Returns a key as it appears on a keyboard: `Shift-ArrowLeft` becomes `Shift-←`. */
export function nameOfKey(key: string): string {
  return key.replace(/ $|[A-Z]\w+$/, (last) => names[last] ?? last);
}

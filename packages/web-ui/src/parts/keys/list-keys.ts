import type { KeyGroup } from './page-keys.js';

/** Title of the group for keys that work on every page. This group is listed last. */
export const everywhere = 'Everywhere';

/**
 * Returns the keys of a page as listed in the keys dialog. Groups with the same title are merged, and keys with the
 * same meaning share a line.
 */
export function listKeys(groups: readonly KeyGroup[]) {
  const listed = groups.flatMap(({ title, keys }) => keys.map((key) => ({ ...key, title })));
  return [...Map.groupBy(listed, ({ title }) => title)]
    .map(([title, keys]) => ({
      title,
      lines: [...Map.groupBy(keys, ({ meaning }) => meaning)].map(([meaning, alike]) => ({
        meaning,
        keys: [...new Set(alike.map(({ key }) => key))],
      })),
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

/** Returns a key's label as printed on a keyboard: `Shift-ArrowLeft` becomes `Shift-←`. */
export function nameOfKey(key: string): string {
  return key.replace(/ $|[A-Z]\w+$/, (last) => names[last] ?? last);
}

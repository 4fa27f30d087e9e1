const names: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ' ': 'Space',
};

/** Writes a key as it appears on a keyboard: `Shift-ArrowLeft` is `Shift-←`. */
export function nameOfKey(key: string): string {
  return key.replace(/ $|[A-Z]\w+$/, (last) => names[last] ?? last);
}

import type { DeadLetter } from '@spanhouse/span-log/dead-letters';

/**
 * Rows in dead letters, each named once however often its letter was put: the text of a row that
 * was refused, the place of its message for one that could not be read.
 */
export function deadRows(letters: readonly DeadLetter[]): readonly string[] {
  const rows = new Map<string, string>();
  for (const { origin, firstRow, rowCount, bytes, stage } of letters) {
    const place = `${origin.partition}@${origin.offset}`;
    for (let row = firstRow; row < firstRow + rowCount; row += 1) {
      const content = stage === 'insert' ? Buffer.from(bytes).toString().trim() : place;
      rows.set(`${place}/${row}`, content);
    }
  }
  return [...rows.values()];
}

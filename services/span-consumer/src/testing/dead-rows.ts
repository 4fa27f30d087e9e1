import type { DeadLetter } from '@spanhouse/span-log/dead-letters';

/**
 * Returns the rows in dead letters without duplicates. A refused row is returned as its content, and a row of an
 * unreadable message as the position of that message.
 */
export function deadRows(letters: readonly DeadLetter[]): readonly string[] {
  const rows = new Map<string, string>();
  for (const { origin, firstRow, rowCount, bytes, stage } of letters) {
    const position = `${origin.partition}@${origin.offset}`;
    for (let row = firstRow; row < firstRow + rowCount; row += 1) {
      const content = stage === 'insert' ? Buffer.from(bytes).toString().trim() : position;
      rows.set(`${position}/${row}`, content);
    }
  }
  return [...rows.values()];
}

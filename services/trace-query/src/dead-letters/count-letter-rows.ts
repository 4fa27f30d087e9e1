import { setImmediate } from 'node:timers/promises';
import type { DeadLetterReader, LetterPosition } from '@spanhouse/span-log/dead-letter-reader';

const PAGE_LETTERS = 1000;
/** More letters are not counted: counting them takes a second of the thread that answers requests. */
const MAX_PAGES = 100;

/**
 * Counts the rows in the letters of all projects that wait for a retry; of very many letters, only the newest are
 * counted.
 */
export async function countLetterRows(
  reader: Pick<DeadLetterReader, 'list'>,
  signal: AbortSignal,
): Promise<number> {
  let rows = 0;
  let after: LetterPosition | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const selection = { projectId: undefined, limit: PAGE_LETTERS, after };
    const page = await reader.list(selection, signal);
    rows = page.letters.reduce((sum, { rowCount }) => sum + rowCount, rows);
    after = page.next;
    if (after === undefined) {
      break;
    }
    // A reader may answer without waiting for anything, and other requests must not stop.
    await setImmediate();
  }
  return rows;
}

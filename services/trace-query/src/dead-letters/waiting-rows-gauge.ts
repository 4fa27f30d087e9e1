import { setImmediate } from 'node:timers/promises';
import { type Clock, createMeter, type Registry } from '@spanhouse/service-runtime';
import type { DeadLetterReader, LetterPosition } from '@spanhouse/span-log/dead-letter-reader';

export interface WaitingRowsOptions {
  readonly letters: Pick<DeadLetterReader, 'list'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/** Time for which a count is reused, however often metrics are scraped. */
const KEPT_MS = 60_000;
const never = new AbortController().signal;

/**
 * Registers the gauge for spans in dead letters. A scrape starts a count but does not wait for it, because the first
 * count on Kafka takes seconds. The gauge is absent before the first count and after a failed count.
 */
export function registerWaitingRows(
  registry: Registry,
  { letters, clock }: WaitingRowsOptions,
): void {
  let rows: number | undefined;
  let begunAtMs = Number.NEGATIVE_INFINITY;
  let isCounting = false;

  const count = async (): Promise<void> => {
    isCounting = true;
    rows = await countLetterRows(letters).catch(() => undefined);
    isCounting = false;
  };

  createMeter(registry).reading(
    'spanhouse_query_dead_letter_rows',
    'Spans in the dead letters of all projects; every query service counts the same letters.',
    () => {
      if (!isCounting && clock.monotonicMs() >= begunAtMs + KEPT_MS) {
        begunAtMs = clock.monotonicMs();
        void count(); // never rejects
      }
      return rows;
    },
  );
}

const PAGE_LETTERS = 1000;
/** Maximum number of letter pages to count. Counting this many pages blocks request handling for about a second. */
const MAX_PAGES = 100;

/**
 * Counts the rows of all letters that wait for a retry, in all projects. If there are too many letters, counts only the
 * newest.
 */
export async function countLetterRows(reader: Pick<DeadLetterReader, 'list'>): Promise<number> {
  let rows = 0;
  let after: LetterPosition | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const selection = { projectId: undefined, limit: PAGE_LETTERS, after };
    const page = await reader.list(selection, never);
    rows = page.letters.reduce((sum, { rowCount }) => sum + rowCount, rows);
    after = page.next;
    if (after === undefined) {
      break;
    }
    // Gives other requests a chance to run, even if the reader responds without any delay.
    await setImmediate();
  }
  return rows;
}

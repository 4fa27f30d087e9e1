import { setImmediate } from 'node:timers/promises';
import { type Clock, createMeter, type Registry } from '@spanhouse/service-runtime';
import type { DeadLetterReader, LetterPosition } from '@spanhouse/span-log/dead-letter-reader';

export interface WaitingRowsOptions {
  readonly letters: Pick<DeadLetterReader, 'list'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/** A count is reused for this long, however often metrics are scraped. */
const KEPT_MS = 60_000;
const never = new AbortController().signal;

/**
 * Registers the gauge of spans in dead letters. A scrape begins a count and does not wait for it: the first one on
 * Kafka takes seconds. The gauge is absent before the first count and after one that failed.
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
    rows = await countLetterRows(letters, never).catch(() => undefined);
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

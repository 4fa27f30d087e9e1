import type { Clock, Registry } from '@spanhouse/service-runtime';
import type { DeadLetterReader } from '@spanhouse/span-log/dead-letter-reader';
import { Gauge } from 'prom-client';
import { countLetterRows } from './count-letter-rows.js';

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

  // prom-client calls collect with the gauge as `this`.
  new Gauge({
    name: 'spanhouse_query_dead_letter_rows',
    help: 'Spans in the dead letters of all projects; every query service counts the same letters.',
    registers: [registry],
    collect() {
      if (!isCounting && clock.monotonicMs() >= begunAtMs + KEPT_MS) {
        begunAtMs = clock.monotonicMs();
        void count(); // never rejects
      }
      if (rows === undefined) {
        this.remove();
      } else {
        this.set(rows);
      }
    },
  });
}

import { setTimeout as delay } from 'node:timers/promises';
import { longestGapMs } from './longest-gap.js';

const READ_TIMEOUT_MS = 10_000;
const PAUSE_MS = 250;

/**
 * Reads the newest spans four times a second, as a client behind a load balancer does. If a query service does not
 * answer, the reader uses the next one.
 */
export class Reader {
  readonly #queries: readonly string[];
  readonly #stopping = new AbortController();
  readonly #answeredAt: number[] = [];
  #reading: Promise<void> = Promise.resolve();
  #turn = 0;
  #unanswered = 0;

  constructor(queries: readonly string[]) {
    this.#queries = queries;
  }

  start(): void {
    this.#reading = this.#readSteadily();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#reading;
  }

  /** The number of reads that no query service answered. */
  get unanswered(): number {
    return this.#unanswered;
  }

  /** Returns the longest time without an answered read. */
  longestSilenceMs(fromMs: number, toMs: number): number {
    return longestGapMs(this.#answeredAt, fromMs, toMs);
  }

  async #readSteadily(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      if (await this.#read()) {
        this.#answeredAt.push(performance.now());
      } else {
        this.#unanswered += 1;
      }
      await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async #read(): Promise<boolean> {
    for (let tries = 0; tries < this.#queries.length; tries++) {
      const query = this.#queries[this.#turn % this.#queries.length] ?? '';
      this.#turn += 1;
      if (await isAnswered(query)) {
        return true;
      }
    }
    return false;
  }
}

async function isAnswered(query: string): Promise<boolean> {
  try {
    const response = await fetch(`${query}/spans/query`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ windowing: { limit: 10 } }),
      signal: AbortSignal.timeout(READ_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

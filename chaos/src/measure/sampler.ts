import { setTimeout as delay } from 'node:timers/promises';
import { readMemory } from './process-memory.js';
import { type Scrape, scrape } from './scrape.js';

/** Sums of metrics over the processes of an installation. */
interface Readings {
  /** The number of spans that the log has accepted since the processes started. */
  readonly publishedSpans: number;
  /** The number of spans that consumers have stored since the processes started. */
  readonly storedSpans: number;
  /** The number of messages that are not stored yet. */
  readonly lagMessages: number;
  readonly logUsedBytes: number;
  readonly logLimitBytes: number;
  /** The number of publishes that were refused because the log is full. */
  readonly refusedForRoom: number;
}

/** Metrics of an installation at one moment. */
export interface Sample extends Readings {
  /**
   * The time at which the readings were requested, from `performance.now()`. The answer may take seconds while a
   * backend is unavailable.
   */
  readonly atMs: number;
  /** Memory in bytes, keyed by program. */
  readonly memory: ReadonlyMap<string, number>;
}

const INTERVAL_MS = 1000;
const nothing: Readings = {
  publishedSpans: 0,
  storedSpans: 0,
  lagMessages: 0,
  logUsedBytes: 0,
  logLimitBytes: 0,
  refusedForRoom: 0,
};

/** Takes a sample every second. If a process does not answer, its previous readings are used. */
export class Sampler {
  readonly samples: Sample[] = [];
  readonly #urls: readonly string[];
  readonly #stopping = new AbortController();
  #sampling: Promise<void> = Promise.resolve();
  #readings = nothing;

  /** `urls` are the addresses of the processes that export metrics. */
  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  start(): void {
    this.#sampling = this.#sampleSteadily();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#sampling;
  }

  async sample(): Promise<Sample> {
    const atMs = performance.now();
    const metrics = await scrape(this.#urls).catch(() => undefined);
    this.#readings = metrics === undefined ? this.#readings : readingsOf(metrics);
    const sample = { ...this.#readings, atMs, memory: readMemory() };
    this.samples.push(sample);
    return sample;
  }

  /** Resolves with the first sample that satisfies `isMeant`, or with undefined if `signal` aborts first. */
  async until(
    isMeant: (sample: Sample) => boolean,
    signal: AbortSignal,
  ): Promise<Sample | undefined> {
    while (!signal.aborted) {
      const sample = await this.sample();
      if (isMeant(sample)) {
        return sample;
      }
      await delay(INTERVAL_MS / 4);
    }
    return undefined;
  }

  async #sampleSteadily(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.sample();
      await delay(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

function readingsOf(metrics: Scrape): Readings {
  return {
    publishedSpans: metrics.sum('spanhouse_gateway_spans_published_total'),
    storedSpans: metrics.sum('spanhouse_consumer_spans_written_total'),
    lagMessages: metrics.sum('spanhouse_consumer_lag_records'),
    logUsedBytes: metrics.max('spanhouse_log_used_bytes'),
    logLimitBytes: metrics.max('spanhouse_log_limit_bytes'),
    refusedForRoom: metrics.sum('spanhouse_gateway_publishes_refused_total', 'cause="no_room"'),
  };
}

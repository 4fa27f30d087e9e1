import type { Clock } from '@spanhouse/service-runtime';
import type { DroppedSpan } from '@spanhouse/span-intake';
import type { GatewayMetrics } from '../metrics.js';

/** The counts of a gateway since its process started. */
export interface IngestCounts {
  /** Spans that the log accepted per second, on average over the last seconds. */
  readonly acceptedPerSecond: number;
  /** Dropped entries by code; codes without any are absent. */
  readonly dropped: ReadonlyMap<string, number>;
}

/** Seconds over which the rate is an average. */
const WINDOW_SECONDS = 10;
const MS_PER_SECOND = 1000;

/** Counts entries for users, who look at single numbers. The metrics are for Prometheus, which keeps their history. */
export class IngestCounter {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #startedMs: number;
  readonly #dropped = new Map<string, number>();
  /** Accepted spans of the last seconds; second `n` is counted at `n % WINDOW_SECONDS`. */
  readonly #accepted = new Float64Array(WINDOW_SECONDS);
  #second: number;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
    this.#startedMs = clock.monotonicMs();
    this.#second = toSecond(this.#startedMs);
  }

  accepted(spans: number): void {
    this.#forgetOlder();
    const slot = this.#second % WINDOW_SECONDS;
    this.#accepted[slot] = (this.#accepted[slot] ?? 0) + spans;
  }

  dropped(entries: readonly DroppedSpan[]): void {
    for (const { code } of entries) {
      this.#dropped.set(code, (this.#dropped.get(code) ?? 0) + 1);
    }
  }

  read(): IngestCounts {
    this.#forgetOlder();
    const nowMs = this.#clock.monotonicMs();
    const windowStartMs = (this.#second - WINDOW_SECONDS + 1) * MS_PER_SECOND;
    const seconds = (nowMs - Math.max(windowStartMs, this.#startedMs)) / MS_PER_SECOND;
    const accepted = this.#accepted.reduce((sum, spans) => sum + spans, 0);
    // A burst in the first moment of a process is not a rate.
    return { acceptedPerSecond: accepted / Math.max(1, seconds), dropped: new Map(this.#dropped) };
  }

  /** Clears the seconds that have left the window. */
  #forgetOlder(): void {
    const now = toSecond(this.#clock.monotonicMs());
    for (let step = 1; step <= Math.min(now - this.#second, WINDOW_SECONDS); step += 1) {
      this.#accepted[(this.#second + step) % WINDOW_SECONDS] = 0;
    }
    this.#second = Math.max(this.#second, now);
  }
}

/** Returns metrics that also add to `counter`. */
export function withCounter(metrics: GatewayMetrics, counter: IngestCounter): GatewayMetrics {
  return {
    ...metrics,
    dropped(entries) {
      metrics.dropped(entries);
      counter.dropped(entries);
    },
    published(spans, rowBytes) {
      metrics.published(spans, rowBytes);
      counter.accepted(spans);
    },
  };
}

function toSecond(ms: number): number {
  return Math.floor(ms / MS_PER_SECOND);
}

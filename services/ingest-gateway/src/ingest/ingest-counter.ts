import type { Clock } from '@spanhouse/service-runtime';
import type { DroppedSpan } from '@spanhouse/span-intake';

/** The counts of a gateway since its process started. */
export interface IngestCounts {
  /** Number of spans per second that the log accepted, averaged over the last few seconds. */
  readonly acceptedPerSecond: number;
  /** Number of dropped entries, keyed by code. Codes without dropped entries are absent. */
  readonly dropped: ReadonlyMap<string, number>;
}

/** Number of seconds over which the rate is averaged. */
const WINDOW_SECONDS = 10;
const MS_PER_SECOND = 1000;

/**
 * Counts entries for the web interface, which shows current numbers. Metrics are counted separately, and Prometheus
 * keeps their history.
 */
export class IngestCounter {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #startedMs: number;
  readonly #dropped = new Map<string, number>();
  /** Number of accepted spans in each second of the window. The index for second `n` is `n % WINDOW_SECONDS`. */
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
    // The divisor is at least one second, so that a burst at the start of the process is not shown as a high rate.
    return { acceptedPerSecond: accepted / Math.max(1, seconds), dropped: new Map(this.#dropped) };
  }

  /** Clears the seconds that are no longer in the window. */
  #forgetOlder(): void {
    const now = toSecond(this.#clock.monotonicMs());
    for (let step = 1; step <= Math.min(now - this.#second, WINDOW_SECONDS); step += 1) {
      this.#accepted[(this.#second + step) % WINDOW_SECONDS] = 0;
    }
    this.#second = Math.max(this.#second, now);
  }
}

function toSecond(ms: number): number {
  return Math.floor(ms / MS_PER_SECOND);
}

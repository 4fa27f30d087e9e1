import type { Clock, Logger, Timer } from '@spanhouse/service-runtime';
import type { VisibleTimes } from '@spanhouse/trace-store/writer';

/** Minimum time between two reports. Each report is an insert. */
const INTERVAL_MS = 5000;
/** A report keeps the times of the newest blocks only. */
const MAX_TIMES = 1000;

export interface VisibleTimeReportOptions {
  readonly visibleTimes: Pick<VisibleTimes, 'record'>;
  readonly clock: Pick<Clock, 'monotonicMs' | 'setTimer'>;
  readonly logger: Logger;
}

/**
 * Reports the times that blocks took to become visible. The first time after a pause is reported at once, later ones
 * together. No other work waits for a report, and times that cannot be recorded are forgotten.
 */
export class VisibleTimeReport {
  readonly #options: VisibleTimeReportOptions;
  #times: number[] = [];
  #timer: Timer | undefined;
  #reportedAtMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(options: VisibleTimeReportOptions) {
    this.#options = options;
  }

  /** Takes the time of one block in milliseconds. */
  add(ms: number): void {
    this.#times.push(ms);
    if (this.#times.length > MAX_TIMES) {
      this.#times.shift();
    }
    this.#wait();
  }

  /** Ends the reports without waiting for a running one. */
  close(): void {
    this.#isClosed = true;
    this.#timer?.cancel();
  }

  #wait(): void {
    if (this.#timer !== undefined || this.#isClosed) {
      return;
    }
    const { clock } = this.#options;
    const waitMs = Math.max(0, this.#reportedAtMs + INTERVAL_MS - clock.monotonicMs());
    this.#timer = clock.setTimer(waitMs, () => void this.#report());
  }

  async #report(): Promise<void> {
    const { visibleTimes, clock, logger } = this.#options;
    const times = this.#times;
    this.#times = [];
    try {
      await visibleTimes.record(times);
    } catch (err) {
      logger.debug({ err, times: times.length }, 'times to visible not recorded');
    }
    this.#reportedAtMs = clock.monotonicMs();
    this.#timer = undefined;
    if (this.#times.length > 0) {
      this.#wait();
    }
  }
}

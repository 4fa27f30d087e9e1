import type { Clock, Logger, Timer } from '@spanhouse/service-runtime';
import type { VisibleTimes } from '@spanhouse/trace-store/writer';

/** Minimum time between two reports. It limits the number of inserts, because each report is one insert. */
const INTERVAL_MS = 5000;
/** Maximum number of blocks in a report. If there are more blocks, only the newest are reported. */
const MAX_TIMES = 1000;

export interface VisibleTimeReportOptions {
  readonly visibleTimes: Pick<VisibleTimes, 'record'>;
  readonly clock: Pick<Clock, 'monotonicMs' | 'setTimer'>;
  readonly logger: Logger;
}

/**
 * Reports how long each block took from its arrival until it was visible. After a pause, the first block is reported
 * immediately; later blocks are reported together. No other work waits for a report, and values that cannot be recorded
 * are dropped.
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

  /** Adds a block that took `ms` milliseconds. */
  add(ms: number): void {
    this.#times.push(ms);
    if (this.#times.length > MAX_TIMES) {
      this.#times.shift();
    }
    this.#wait();
  }

  /** Stops reporting, without waiting for a running report. */
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

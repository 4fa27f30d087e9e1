import type { Clock, Logger, Timer } from '@spanhouse/service-runtime';
import type { VisibleTimes } from '@spanhouse/trace-store/writer';

/** Minimum time between two reports, because each report is an insert. */
const INTERVAL_MS = 5000;
/** Maximum number of times in a report. If there are more, the report has the times of the newest blocks. */
const MAX_TIMES = 1000;

export interface VisibleTimeReportOptions {
  readonly visibleTimes: Pick<VisibleTimes, 'record'>;
  readonly clock: Pick<Clock, 'monotonicMs' | 'setTimer'>;
  readonly logger: Logger;
}

/**
 * Reports the time from each block's arrival until it was visible. The first time after a pause is reported
 * immediately; later times are reported together. No other work waits for a report, and times that cannot be recorded
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

  /** Adds the time of one block. */
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

import type { Clock, Timer } from '@spanhouse/service-runtime';
import { formatTimestamp } from '@spanhouse/span-schema';
import type { ShownWindow } from '../paging/list-request.js';
import type { ReadCosts } from './read-costs.js';

/** Minimum time between two progress lines. */
const INTERVAL_MS = 250;

/** The clock, the costs, and the time that a line shows as reached if the search has not reported a time. */
interface ProgressSource {
  readonly clock: Clock;
  readonly costs: ReadCosts;
  readonly start: bigint;
}

/** Adds progress lines to a stream; see docs/api/spans-and-traces.md. */
export class ProgressLines {
  readonly #source: ProgressSource;
  #reached: bigint;
  #isNew = false;
  #writtenMs = Number.NEGATIVE_INFINITY;
  #timer: Timer | undefined;
  #wake: () => void = () => undefined;

  constructor(source: ProgressSource) {
    this.#source = source;
    this.#reached = source.start;
  }

  /** Receives the time up to which the search is complete. */
  readonly report = (time: bigint): void => {
    this.#reached = time;
    this.#isNew = true;
    this.#schedule();
  };

  /**
   * Yields the lines of the stream and adds a progress line at most every 250 ms, and one at the end. If the stream
   * ends at its limit, the last line contains the token of the next page.
   */
  async *among<Line>(
    portions: AsyncGenerator<readonly Line[], Pick<ShownWindow, 'next'> | undefined>,
  ): AsyncGenerator<readonly (Line | string)[]> {
    let page: Pick<ShownWindow, 'next'> | undefined;
    try {
      let next = takeNext(portions);
      for (;;) {
        const step = await Promise.race([next, this.#due()]);
        if (step === undefined) {
          yield [this.#write()];
        } else if (step.done) {
          page = step.value;
          break;
        } else {
          yield step.value;
          next = takeNext(portions);
        }
      }
      yield [this.#write(page?.next)];
    } finally {
      this.#timer?.cancel();
      await portions.return(undefined);
    }
  }

  /** Resolves when a progress line is due. */
  #due(): Promise<undefined> {
    return new Promise((resolve) => {
      this.#wake = () => resolve(undefined);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (!this.#isNew || this.#timer !== undefined) {
      return;
    }
    const { clock } = this.#source;
    const waitMs = Math.max(0, this.#writtenMs + INTERVAL_MS - clock.monotonicMs());
    this.#timer = clock.setTimer(waitMs, () => {
      this.#timer = undefined;
      this.#wake();
    });
  }

  #write(next?: string): string {
    const { clock, costs } = this.#source;
    this.#isNew = false;
    this.#writtenMs = clock.monotonicMs();
    const { rows, bytes } = costs.soFar;
    const reached = formatTimestamp(this.#reached);
    return JSON.stringify({ progress: { rows, bytes, reached, next } });
  }
}

function takeNext<Line, End>(portions: AsyncGenerator<readonly Line[], End>) {
  const next = portions.next();
  next.catch(() => undefined); // avoids an unhandled rejection if the client disconnects before the promise is awaited
  return next;
}

import type { Clock, Timer } from '@spanhouse/service-runtime';
import { formatTimestamp } from '@spanhouse/span-schema';
import type { ReadCosts } from './read-costs.js';

/** The time between two lines. */
const INTERVAL_MS = 250;

/** Where progress is taken from, and the time that is reached before anything is searched. */
interface ProgressSource {
  readonly clock: Clock;
  readonly costs: ReadCosts;
  readonly start: bigint;
}

/** Adds lines to a stream that tell how far it has searched; see docs/api/spans-and-traces.md. */
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

  /** Receives the time up to which everything was searched. */
  readonly report = (time: bigint): void => {
    this.#reached = time;
    this.#isNew = true;
    this.#schedule();
  };

  /** Yields the lines of the stream, progress at most every 250 ms between them, and progress at its end. */
  async *among<Line>(
    portions: AsyncGenerator<readonly Line[]>,
  ): AsyncGenerator<readonly (Line | string)[]> {
    try {
      let next = takeNext(portions);
      for (;;) {
        const step = await Promise.race([next, this.#due()]);
        if (step === undefined) {
          yield [this.#write()];
        } else if (step.done) {
          break;
        } else {
          yield step.value;
          next = takeNext(portions);
        }
      }
      yield [this.#write()];
    } finally {
      this.#timer?.cancel();
      await portions.return(undefined);
    }
  }

  /** Resolves when there is progress to write. */
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
    const waitMs = Math.max(0, this.#writtenMs + INTERVAL_MS - clock.nowMs());
    this.#timer = clock.setTimer(waitMs, () => {
      this.#timer = undefined;
      this.#wake();
    });
  }

  #write(): string {
    const { clock, costs } = this.#source;
    this.#isNew = false;
    this.#writtenMs = clock.nowMs();
    const { rows, bytes } = costs.soFar;
    return JSON.stringify({ progress: { rows, bytes, reached: formatTimestamp(this.#reached) } });
  }
}

function takeNext<Line>(portions: AsyncGenerator<readonly Line[]>) {
  const next = portions.next();
  next.catch(() => undefined); // reported when it is awaited, which a client that is gone prevents
  return next;
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpApp } from '@spanhouse/api-kit';
import { type Clock, Conditions } from '@spanhouse/service-runtime';
import { answerWhileStarting } from '../answer-while-starting.js';

/** Maximum number of waiting requests. Each waiting request occupies a socket. Further requests get a 503. */
const MAX_WAITING = 1000;
const answerFull = answerWhileStarting(
  () => 'Spanhouse is changing its log. Try again in a moment.',
);

interface InFlight {
  all: number;
  /** Number of running requests that may write. */
  writes: number;
}

/**
 * Passes requests to an app that can be replaced while the port stays open. During a hold, new requests wait and their
 * bodies are not read, so that no sender is refused.
 */
export class HeldApp {
  readonly #clock: Pick<Clock, 'setTimer'>;
  readonly #inFlight = new Map<HttpApp, InFlight>();
  #app: HttpApp;
  #waiting: (() => void)[] | undefined;
  readonly #conditions = new Conditions();

  constructor(app: HttpApp, clock: Pick<Clock, 'setTimer'>) {
    this.#app = app;
    this.#clock = clock;
  }

  readonly handle: HttpApp = (req, res) => {
    if (this.#waiting === undefined) {
      this.#run(req, res);
    } else if (this.#waiting.length < MAX_WAITING) {
      this.#waiting.push(() => this.#run(req, res));
    } else {
      answerFull(req, res);
    }
  };

  /**
   * Holds new requests. Resolves with true when all running requests that may write have ended, or with false after
   * `timeoutMs`.
   */
  hold(timeoutMs: number): Promise<boolean> {
    this.#waiting ??= [];
    return this.#until(() => this.#countsOf(this.#app).writes === 0, timeoutMs);
  }

  /** Passes the waiting requests and all later requests to `app`. */
  release(app: HttpApp): void {
    const waiting = this.#waiting ?? [];
    this.#app = app;
    this.#waiting = undefined;
    for (const run of waiting) {
      run();
    }
  }

  /** Resolves when a replaced app has ended all its requests, or after `timeoutMs`. */
  async ended(app: HttpApp, timeoutMs: number): Promise<void> {
    await this.#until(() => this.#countsOf(app).all === 0, timeoutMs);
    this.#inFlight.delete(app);
  }

  #run(req: IncomingMessage, res: ServerResponse): void {
    if (res.closed) {
      return; // the client disconnected while the request waited
    }
    const app = this.#app;
    const counts = this.#countsOf(app);
    const writes = req.method === 'GET' || req.method === 'HEAD' ? 0 : 1;
    counts.all += 1;
    counts.writes += writes;
    res.once('close', () => {
      counts.all -= 1;
      counts.writes -= writes;
      this.#conditions.recheck();
    });
    app(req, res);
  }

  #countsOf(app: HttpApp): InFlight {
    const known = this.#inFlight.get(app) ?? { all: 0, writes: 0 };
    this.#inFlight.set(app, known);
    return known;
  }

  #until(isReached: () => boolean, ms: number): Promise<boolean> {
    return this.#conditions.until(isReached, { timeout: { clock: this.#clock, ms } });
  }
}

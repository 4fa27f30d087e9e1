import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpApp } from '@spanhouse/api-kit';
import type { Clock } from '@spanhouse/service-runtime';
import { answerWhileStarting } from '../answer-while-starting.js';

/** Each waiting request holds a socket; further requests are answered 503. */
const MAX_WAITING = 1000;
const answerFull = answerWhileStarting(
  () => 'Spanhouse is changing its log. Try again in a moment.',
);

interface InFlight {
  all: number;
  /** Requests that may write. */
  writes: number;
}

/**
 * Passes requests to an app that may be replaced while the port stays open. While it is held, new requests wait with
 * their bodies unread, so that no sender is refused.
 */
export class HeldApp {
  readonly #clock: Pick<Clock, 'setTimer'>;
  readonly #inFlight = new Map<HttpApp, InFlight>();
  #app: HttpApp;
  #waiting: (() => void)[] | undefined;
  /** Called when a request ends. */
  readonly #watchers = new Set<() => void>();

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

  /** Holds new requests. Resolves true once every request that may write has ended, false after `timeoutMs`. */
  hold(timeoutMs: number): Promise<boolean> {
    this.#waiting ??= [];
    return this.#until(() => this.#countsOf(this.#app).writes === 0, timeoutMs);
  }

  /** Passes the waiting requests and all later ones to `app`. */
  release(app: HttpApp): void {
    const waiting = this.#waiting ?? [];
    this.#app = app;
    this.#waiting = undefined;
    for (const run of waiting) {
      run();
    }
  }

  /** Resolves once an app that was replaced has answered everything, and after `timeoutMs` at the latest. */
  async ended(app: HttpApp, timeoutMs: number): Promise<void> {
    await this.#until(() => this.#countsOf(app).all === 0, timeoutMs);
    this.#inFlight.delete(app);
  }

  #run(req: IncomingMessage, res: ServerResponse): void {
    if (res.closed) {
      return; // the client left while the request waited
    }
    const app = this.#app;
    const counts = this.#countsOf(app);
    const writes = req.method === 'GET' || req.method === 'HEAD' ? 0 : 1;
    counts.all += 1;
    counts.writes += writes;
    res.once('close', () => {
      counts.all -= 1;
      counts.writes -= writes;
      for (const look of this.#watchers) {
        look();
      }
    });
    app(req, res);
  }

  #countsOf(app: HttpApp): InFlight {
    const known = this.#inFlight.get(app) ?? { all: 0, writes: 0 };
    this.#inFlight.set(app, known);
    return known;
  }

  #until(isReached: () => boolean, timeoutMs: number): Promise<boolean> {
    if (isReached()) {
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const finish = (reached: boolean) => {
        timer.cancel();
        this.#watchers.delete(look);
        resolve(reached);
      };
      const look = () => {
        if (isReached()) {
          finish(true);
        }
      };
      const timer = this.#clock.setTimer(timeoutMs, () => finish(isReached()));
      this.#watchers.add(look);
    });
  }
}

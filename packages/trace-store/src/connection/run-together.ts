import { AppError } from '@spanhouse/service-runtime';

/**
 * Maximum number of statements that a read runs at a time. One statement can use the whole server, but running a few
 * together avoids idle time between statements.
 */
const MAX_AT_ONCE = 3;

/** Starts a task as soon as fewer than three other tasks are running. */
export type Enqueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Creates a queue that limits the number of concurrent statements of a read. */
export function createQueue(): Enqueue {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running === MAX_AT_ONCE) {
      await new Promise<void>((resolve) => void waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) {
        running--;
      } else {
        next();
      }
    }
  };
}

/** Runs `work` with a signal. If one task in `work` fails, the signal aborts, so that the other tasks end as well. */
export async function allOrNone<Result>(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const stop = new AbortController();
  const stopWithRead = () => stop.abort(signal.reason);
  signal.addEventListener('abort', stopWithRead, { once: true });
  try {
    return await work(stop.signal);
  } catch (error) {
    stop.abort(new AppError('READ_FAILED', 'another statement of the read failed'));
    throw error;
  } finally {
    signal.removeEventListener('abort', stopWithRead);
  }
}

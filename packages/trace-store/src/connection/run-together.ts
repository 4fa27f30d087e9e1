import { AppError } from '@spanhouse/service-runtime';

/** A single statement may use the whole server; a few at a time hide the gaps between statements. */
const MAX_AT_ONCE = 3;

/** Starts work as soon as fewer than three other tasks run. */
export type Enqueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Limits how many statements of a read run at a time. */
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

/** Runs tasks in parallel; if one fails, the others end too. */
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

import type { Clock, Timer } from './clock.js';

/**
 * Runs `run` immediately. After each run, waits `intervalMs` and runs it again, until `close` is called. `run` MUST NOT
 * reject.
 */
export function repeat(
  clock: Pick<Clock, 'setTimer'>,
  intervalMs: number,
  run: () => Promise<void>,
) {
  let timer: Timer | undefined;
  let isClosed = false;
  const runAndWait = async (): Promise<void> => {
    await run();
    timer = isClosed ? undefined : clock.setTimer(intervalMs, runAgain);
  };
  const first = runAndWait();
  let running = first;
  function runAgain(): void {
    running = runAndWait();
  }
  return {
    /** Resolves after the first run. */
    first,
    /** Stops repeating and waits for the current run. */
    async close(): Promise<void> {
      isClosed = true;
      timer?.cancel();
      await running;
    },
  };
}

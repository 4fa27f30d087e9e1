import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 200;
const TIMEOUT_MS = 180_000;

/** Asks until it holds; `problem` says what is wrong when it does not in time. */
export async function until(holds, problem) {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(typeof problem === 'function' ? problem() : problem);
    await delay(POLL_MS);
  }
}

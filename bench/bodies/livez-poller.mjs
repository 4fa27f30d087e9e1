// A worker thread that asks /livez all the time, so that the work of the bench does not count as a hold.
import { get } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';

const POLL_MS = 10;
const { url, shared } = workerData;
/** The longest time in milliseconds, the failures, and whether to stop. */
const [LONGEST, FAILURES, STOP] = [0, 1, 2];
const state = new Float64Array(shared);

while (state[STOP] === 0) {
  const askedAt = performance.now();
  if (!(await isAlive())) {
    state[FAILURES] += 1;
  }
  state[LONGEST] = Math.max(state[LONGEST], performance.now() - askedAt);
  await delay(POLL_MS);
}

function isAlive() {
  return new Promise((resolve) => {
    const asking = get(new URL('/livez', url), (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200));
    });
    asking.once('error', () => resolve(false));
  });
}

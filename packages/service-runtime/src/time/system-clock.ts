import { setTimeout as sleepFor } from 'node:timers/promises';
import type { Clock } from './clock.js';

const NS_PER_MS = 1_000_000n;
/**
 * Maximum difference from the wall clock. A larger difference means that the wall clock was set or the machine slept.
 * `anchorNs` is then measured again.
 */
const MAX_DRIFT_NS = 5n * NS_PER_MS;

/** Creates the system clock. `nowNs` has the resolution of hrtime and stays within 5 ms of the wall clock. */
function createSystemClock(): Clock {
  // Date.now() is coarse, and hrtime counts from an arbitrary time. The anchor is the difference between the two
  // clocks.
  let anchorNs = wallNs() - process.hrtime.bigint();
  return {
    monotonicMs: () => Math.trunc(performance.now()),
    nowMs: Date.now,
    nowNs() {
      const wall = wallNs();
      const now = anchorNs + process.hrtime.bigint();
      const drift = now - wall;
      if (drift <= MAX_DRIFT_NS && drift >= -MAX_DRIFT_NS) {
        return now;
      }
      anchorNs = wall - process.hrtime.bigint();
      return wall;
    },
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      try {
        await sleepFor(ms, undefined, signal === undefined ? {} : { signal });
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      }
    },
    setTimer(ms, run) {
      const timer = setTimeout(run, ms);
      timer.unref();
      return { cancel: () => clearTimeout(timer) };
    },
  };
}

export const systemClock: Clock = createSystemClock();

function wallNs(): bigint {
  return BigInt(Date.now()) * NS_PER_MS;
}

import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';

const FIRST_MINUTE_MS = 60_000;
const [LONGEST, FAILURES, STOP] = [0, 1, 2];

/** Asks /livez all the time. The longest answer is the longest time for which the event loop was held. */
export function watchProcess(target) {
  const startedAt = performance.now();
  const memory = [];
  const shared = new SharedArrayBuffer(3 * Float64Array.BYTES_PER_ELEMENT);
  const state = new Float64Array(shared);
  const poller = new Worker(new URL('./livez-poller.mjs', import.meta.url), {
    workerData: { url: target.url, shared },
  });
  const sampling = setInterval(() => {
    memory.push({ atMs: performance.now() - startedAt, mb: target.residentMb() });
  }, 1000);
  return {
    /** Returns the longest hold since the last call, in milliseconds. */
    takeLongestMs() {
      const longest = state[LONGEST];
      state[LONGEST] = 0;
      return longest;
    },
    async close() {
      state[STOP] = 1;
      clearInterval(sampling);
      await once(poller, 'exit');
      return { livezFailures: state[FAILURES], memory: summary(memory) };
    },
  };
}

/** The resident memory: after the first minute, in the last quarter, and at most. */
function summary(memory) {
  const later = memory.filter(({ atMs }) => atMs > FIRST_MINUTE_MS);
  const quarter = Math.max(1, Math.floor(later.length / 4));
  return {
    seconds: memory.length,
    afterFirstMinuteMb: medianMb(later.slice(0, quarter)),
    lastQuarterMb: medianMb(later.slice(-quarter)),
    peakMb: Math.max(...memory.map(({ mb }) => mb)),
  };
}

function medianMb(samples) {
  const sorted = samples.map(({ mb }) => mb).sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)];
}

import { get } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 10;
const FIRST_MINUTE_MS = 60_000;

/** Polls /livez all the time. The longest answer is the longest time for which the event loop was held. */
export function watchProcess(target) {
  const startedAt = performance.now();
  const memory = [];
  let longestMs = 0;
  let failures = 0;
  let isRunning = true;
  const running = (async () => {
    while (isRunning) {
      const askedAt = performance.now();
      failures += (await isAlive(target.url)) ? 0 : 1;
      longestMs = Math.max(longestMs, performance.now() - askedAt);
      await delay(POLL_MS);
    }
  })();
  const sampling = setInterval(() => {
    memory.push({ atMs: performance.now() - startedAt, mb: target.residentMb() });
  }, 1000);
  return {
    /** Returns the longest hold since the last call, in milliseconds. */
    takeLongestMs() {
      const longest = longestMs;
      longestMs = 0;
      return longest;
    },
    async close() {
      isRunning = false;
      clearInterval(sampling);
      await running;
      return { livezFailures: failures, memory: summary(memory) };
    },
  };
}

function isAlive(url) {
  return new Promise((resolve) => {
    const asking = get(new URL('/livez', url), (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200));
    });
    asking.once('error', () => resolve(false));
  });
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

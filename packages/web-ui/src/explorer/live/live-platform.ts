import type { LivePlatform } from './live-spans.js';
import { readTail } from './read-tail.js';

/** Features of the browser, and the stream of the service that serves this page. */
export const livePlatform: LivePlatform = {
  beforePaint: (callback) => void requestAnimationFrame(callback),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  nowMs: () => performance.now(),
  follow: readTail,
};

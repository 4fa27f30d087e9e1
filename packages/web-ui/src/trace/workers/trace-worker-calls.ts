import { startWorker } from './start-worker.js';
import type { TraceTasks } from './trace-worker.js';
import address from './trace-worker.ts?worker&url';
import { WorkerCalls } from './worker-calls.js';

/** The worker that reads traces and computes their pictures. */
export const traceWorker = new WorkerCalls<TraceTasks>(() => startWorker(address));

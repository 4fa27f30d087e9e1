import type { GraphTasks } from './graph-worker.js';
import address from './graph-worker.ts?worker&url';
import { startWorker } from './start-worker.js';
import { WorkerCalls } from './worker-calls.js';

/** The worker that lays graphs out. */
export const graphWorker = new WorkerCalls<GraphTasks>(() => startWorker(address));

import type { FileTasks } from './file-worker.js';
import fileWorkerAddress from './file-worker.ts?worker&url';
import type { GraphTasks } from './graph-worker.js';
import graphWorkerAddress from './graph-worker.ts?worker&url';
import { startWorker } from './start-worker.js';
import type { TraceTasks } from './trace-worker.js';
import traceWorkerAddress from './trace-worker.ts?worker&url';
import { WorkerCalls } from './worker-calls.js';

/** Worker that reads traces and computes their layouts. */
export const traceWorker = new WorkerCalls<TraceTasks>(() => startWorker(traceWorkerAddress));

/** Worker that lays out graphs. */
export const graphWorker = new WorkerCalls<GraphTasks>(() => startWorker(graphWorkerAddress));

/** Worker that reads trace files. */
export const fileWorker = new WorkerCalls<FileTasks>(() => startWorker(fileWorkerAddress));

import type { FileTasks } from './file-worker.js';
import address from './file-worker.ts?worker&url';
import { startWorker } from './start-worker.js';
import { WorkerCalls } from './worker-calls.js';

/** The worker that reads files with traces. */
export const fileWorker = new WorkerCalls<FileTasks>(() => startWorker(address));

import { layOutGraph } from '../../parts/chart/graph-layout.js';
import { answerRequests, type WorkerScope } from './answer-requests.js';

/** The library that lays graphs out is large; only pages with graphs load it. */
const tasks = { layOutGraph };

export type GraphTasks = typeof tasks;

answerRequests(globalThis as unknown as WorkerScope, tasks);

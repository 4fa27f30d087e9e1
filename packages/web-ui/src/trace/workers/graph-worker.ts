import { layOutGraph } from '../../parts/chart/graph-layout.js';
import { answerRequests, type WorkerScope } from './answer-requests.js';

/** Task that lays out graphs. The layout library is large, so only pages with graphs load this worker. */
const tasks = { layOutGraph };

export type GraphTasks = typeof tasks;

answerRequests(globalThis as unknown as WorkerScope, tasks);

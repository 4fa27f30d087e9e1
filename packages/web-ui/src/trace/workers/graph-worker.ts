import { layOutGraph } from '../../parts/chart/graph-layout.js';
import { answerRequests, type WorkerScope } from './answer-requests.js';

/** Only pages with graphs load this worker, because the layout library is large. */
const tasks = { layOutGraph };

export type GraphTasks = typeof tasks;

answerRequests(globalThis as unknown as WorkerScope, tasks);

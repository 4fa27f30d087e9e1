import { openTraceFile, readOpened, translateToOtlp } from '../file/opened-traces.js';
import { answerRequests, type WorkerScope } from './answer-requests.js';

/** It keeps the spans of opened files, which may be large, away from the page. */
const tasks = { openTraceFile, readOpened, translateToOtlp };

export type FileTasks = typeof tasks;

answerRequests(globalThis as unknown as WorkerScope, tasks);

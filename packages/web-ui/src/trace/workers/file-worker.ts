import { openTraceFile, readOpened, translateToOtlp } from '../file/opened-traces.js';
import { answerRequests, type WorkerScope } from './answer-requests.js';

/** Tasks on opened files. The spans of a file may be large, so the worker keeps them in its own memory. */
const tasks = { openTraceFile, readOpened, translateToOtlp };

export type FileTasks = typeof tasks;

answerRequests(globalThis as unknown as WorkerScope, tasks);

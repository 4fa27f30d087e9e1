import { openTraceFile, readOpened, translateToOtlp } from '../file/opened-traces.js';
import { answerRequests, type WorkerScope } from './answer-requests.js';

/** Tasks on opened files. The worker keeps their spans, which may be large, out of the memory of the page. */
const tasks = { openTraceFile, readOpened, translateToOtlp };

export type FileTasks = typeof tasks;

answerRequests(globalThis as unknown as WorkerScope, tasks);

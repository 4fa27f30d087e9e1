import { openTraceFile, readOpened, translateToOtlp } from '../file/opened-traces.js';
import { answerRequests, type WorkerScope } from './answer-requests.js';

/** Tasks on opened files. The worker keeps the spans in its own memory, because they may be large. */
const tasks = { openTraceFile, readOpened, translateToOtlp };

export type FileTasks = typeof tasks;

answerRequests(globalThis as unknown as WorkerScope, tasks);

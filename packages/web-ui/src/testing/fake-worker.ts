import { answerRequests, type WorkerScope } from '../trace/workers/answer-requests.js';
import type { WorkerAnswer, WorkerRequest, WorkerTasks } from '../trace/workers/worker-messages.js';

const tasks: Record<string, WorkerTasks[string]> = {};

/** Runs worker tasks in the thread of the test, without starting a worker. */
export function runTasksHere(own: WorkerTasks): void {
  Object.assign(tasks, own);
  globalThis.Worker = FakeWorker as never;
}

/**
 * Replaces a worker in tests. Its tasks run in the thread of the test. Messages are cloned as if they were sent between
 * threads.
 */
export class FakeWorker extends EventTarget {
  readonly answers: WorkerAnswer[] = [];
  readonly #scope: WorkerScope = {
    onmessage: null,
    postMessage: (answer, transfer) => {
      const data = structuredClone(answer, { transfer: [...transfer] });
      this.answers.push(data);
      this.dispatchEvent(new MessageEvent('message', { data }));
    },
  };

  constructor() {
    super();
    answerRequests(this.#scope, tasks);
  }

  postMessage(request: WorkerRequest): void {
    this.#scope.onmessage?.({ data: structuredClone(request) });
  }
}

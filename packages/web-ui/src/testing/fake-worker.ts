import { answerRequests, type WorkerScope } from '../trace/workers/answer-requests.js';
import type { WorkerRequest, WorkerTasks } from '../trace/workers/worker-messages.js';

const tasks: Record<string, WorkerTasks[string]> = {};

/** Runs worker tasks in the thread of the test instead of a real worker. */
export function runTasksHere(own: WorkerTasks): void {
  Object.assign(tasks, own);
  globalThis.Worker = FakeWorker as never;
}

class FakeWorker {
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  readonly #scope: WorkerScope = {
    onmessage: null,
    postMessage: (data) => this.onmessage?.({ data }),
  };

  constructor() {
    answerRequests(this.#scope, tasks);
  }

  postMessage(data: WorkerRequest): void {
    this.#scope.onmessage?.({ data });
  }
}

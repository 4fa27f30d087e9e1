import { ApiProblem } from '../../api/api-problem.js';
import type { WorkerAnswer, WorkerFailure, WorkerTasks } from './worker-messages.js';

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with each part that a task sends before its result. */
  readonly onPart?: (part: unknown) => void;
}

/** Runs tasks in a worker. The first task starts the worker. */
export class WorkerCalls<Tasks extends WorkerTasks> {
  readonly #start: () => Worker;
  #worker: Worker | undefined;
  #lastId = 0;

  constructor(start: () => Worker) {
    this.#start = start;
  }

  /**
   * Runs a task and resolves with its result. Rejects with the error of the task, or with the abort reason of `signal`.
   */
  run<Name extends keyof Tasks & string>(
    task: Name,
    input: Parameters<Tasks[Name]>[0],
    { signal, onPart }: CallOptions = {},
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    signal?.throwIfAborted();
    this.#worker ??= this.#open();
    this.#lastId += 1;
    const [worker, id] = [this.#worker, this.#lastId];
    const { promise, resolve, reject } = Promise.withResolvers<never>();
    const take = ({ data: answer }: MessageEvent<WorkerAnswer>) => {
      if (answer.id !== id) {
        return;
      }
      if ('part' in answer) {
        onPart?.(answer.part);
      } else if ('failure' in answer) {
        reject(errorOf(answer.failure));
      } else {
        resolve(answer.result as never);
      }
    };
    const fail = ({ message }: ErrorEvent) =>
      reject(new Error(message || 'A part of the interface did not load. Reload the page.'));
    const cancel = () => {
      worker.postMessage({ id, isCancelled: true });
      reject(signal?.reason);
    };
    const settled = new AbortController();
    worker.addEventListener('message', take, { signal: settled.signal });
    worker.addEventListener('error', fail, { signal: settled.signal });
    signal?.addEventListener('abort', cancel, { signal: settled.signal });
    worker.postMessage({ id, task, input });
    return promise.finally(() => settled.abort());
  }

  #open(): Worker {
    const worker = this.#start();
    // A worker that failed to load never responds. It is dropped even if no task is waiting, so that the next task
    // starts a new worker.
    worker.addEventListener('error', () => {
      this.#worker = undefined;
    });
    return worker;
  }
}

function errorOf({ name, message, facts }: WorkerFailure): Error {
  return facts === undefined
    ? Object.assign(new Error(message), { name })
    : new ApiProblem(message, facts);
}

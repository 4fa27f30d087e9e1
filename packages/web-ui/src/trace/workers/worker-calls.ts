import { ApiProblem } from '../../api/api-problem.js';
import type { WorkerAnswer, WorkerFailure, WorkerTasks } from './worker-messages.js';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Receives the parts that a task sends before its result. */
  readonly onPart?: (part: unknown) => void;
}

interface Pending {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
  readonly onPart: ((part: unknown) => void) | undefined;
}

/** Runs tasks in a worker. The first task starts the worker. */
export class WorkerCalls<Tasks extends WorkerTasks> {
  readonly #start: () => Worker;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #lastId = 0;

  constructor(start: () => Worker) {
    this.#start = start;
  }

  /** Runs a task and resolves with its result. Rejects with the task's failure, or with the reason of `signal`. */
  run<Name extends keyof Tasks & string>(
    task: Name,
    input: Parameters<Tasks[Name]>[0],
    { signal, onPart }: CallOptions = {},
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    signal?.throwIfAborted();
    const worker = this.#open();
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<never>();
    this.#pending.set(id, { resolve, reject, onPart });
    const cancel = () => {
      this.#pending.delete(id);
      worker.postMessage({ id, isCancelled: true });
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    worker.postMessage({ id, task, input });
    return promise.finally(() => signal?.removeEventListener('abort', cancel));
  }

  #open(): Worker {
    if (this.#worker === undefined) {
      this.#worker = this.#start();
      this.#worker.onmessage = ({ data }) => this.#take(data as WorkerAnswer);
      this.#worker.onerror = ({ message }) => this.#fail(message);
    }
    return this.#worker;
  }

  #take(answer: WorkerAnswer): void {
    const pending = this.#pending.get(answer.id);
    if (pending === undefined) {
      return;
    }
    if ('part' in answer) {
      pending.onPart?.(answer.part);
      return;
    }
    this.#pending.delete(answer.id);
    if ('failure' in answer) {
      pending.reject(errorOf(answer.failure));
    } else {
      pending.resolve(answer.result as never);
    }
  }

  /** Rejects all pending tasks. A worker that failed to load never answers, so the next task starts a new worker. */
  #fail(message: string): void {
    this.#worker = undefined;
    for (const { reject } of this.#pending.values()) {
      reject(new Error(message || 'A part of the interface did not load. Reload the page.'));
    }
    this.#pending.clear();
  }
}

function errorOf({ name, message, facts }: WorkerFailure): Error {
  return facts === undefined
    ? Object.assign(new Error(message), { name })
    : new ApiProblem(message, facts);
}

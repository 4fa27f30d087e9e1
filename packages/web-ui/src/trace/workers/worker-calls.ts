import { ApiProblem } from '../../api/api-problem.js';
import type { WorkerAnswer, WorkerFailure, WorkerRequest, WorkerTasks } from './worker-messages.js';

/** The page's side of a worker. */
export interface WorkerPort {
  postMessage(request: WorkerRequest): void;
  /** Registers the handlers. `onFailure` is called if the script does not load or crashes. */
  listen(onAnswer: (answer: WorkerAnswer) => void, onFailure: (message: string) => void): void;
}

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

/** Runs tasks in a worker, which starts with the first task. */
export class WorkerCalls<Tasks extends WorkerTasks> {
  readonly #start: () => WorkerPort;
  readonly #pending = new Map<number, Pending>();
  #port: WorkerPort | undefined;
  #lastId = 0;

  constructor(start: () => WorkerPort) {
    this.#start = start;
  }

  /** Runs a task and resolves with its result. Rejects with its failure, or with the reason of `signal`. */
  run<Name extends keyof Tasks & string>(
    task: Name,
    input: Parameters<Tasks[Name]>[0],
    { signal, onPart }: CallOptions = {},
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    signal?.throwIfAborted();
    const port = this.#open();
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<never>();
    this.#pending.set(id, { resolve, reject, onPart });
    const cancel = () => {
      this.#pending.delete(id);
      port.postMessage({ id, isCancelled: true });
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    port.postMessage({ id, task, input });
    return promise.finally(() => signal?.removeEventListener('abort', cancel));
  }

  #open(): WorkerPort {
    if (this.#port === undefined) {
      const port = this.#start();
      port.listen(
        (answer) => this.#take(answer),
        (message) => this.#fail(message),
      );
      this.#port = port;
    }
    return this.#port;
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

  /** Rejects all pending tasks. A worker that does not load never answers, so the next task starts a new one. */
  #fail(message: string): void {
    this.#port = undefined;
    for (const { reject } of this.#pending.values()) {
      reject(new Error(message || 'A part of the interface did not load. Reload the page.'));
    }
    this.#pending.clear();
  }
}

function errorOf({ name, message, facts }: WorkerFailure): Error {
  if (facts !== undefined) {
    return new ApiProblem(message, facts);
  }
  return Object.assign(new Error(message), { name });
}

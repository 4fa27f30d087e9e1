import type { ApiProblem } from '../../api/api-problem.js';

/** Message that a page sends to start or stop a task. */
export type WorkerRequest =
  | { readonly id: number; readonly task: string; readonly input: unknown }
  | { readonly id: number; readonly isCancelled: true };

/** Message from a worker. A task sends any parts of its result first, and then the result or a failure. */
export type WorkerAnswer =
  | { readonly id: number; readonly part: unknown }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: WorkerFailure };

/** An error as a plain object, which can be sent between threads. */
export interface WorkerFailure {
  readonly message: string;
  readonly name: string;
  /** Members of an ApiProblem; undefined for other errors. */
  readonly facts: Pick<ApiProblem, 'status'> | undefined;
}

/** Context that a task receives in addition to its input. */
export interface TaskContext {
  readonly signal: AbortSignal;
  /** Sends a part of the result before the rest is ready. */
  readonly send: (part: unknown) => void;
}

/** Tasks of a worker, keyed by name. Inputs and results are sent between threads, so they must be plain data. */
export type WorkerTasks = Readonly<Record<string, (input: never, context: TaskContext) => unknown>>;

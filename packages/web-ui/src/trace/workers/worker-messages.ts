/** What a page asks of a worker: to run a task, or to stop one. */
export type WorkerRequest =
  | { readonly id: number; readonly task: string; readonly input: unknown }
  | { readonly id: number; readonly isCancelled: true };

/** What a worker answers: parts of a result, then the result or a failure. */
export type WorkerAnswer =
  | { readonly id: number; readonly part: unknown }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: WorkerFailure };

/** A failure in a form that passes between threads. */
export interface WorkerFailure {
  readonly message: string;
  readonly name: string;
  /** The facts of an ApiProblem. */
  readonly facts?: ProblemFacts;
}

interface ProblemFacts {
  readonly status: number;
  readonly code: string | undefined;
  readonly supportId: string | undefined;
  readonly retryAfterS: number | undefined;
}

/** What a task may use beside its input. */
export interface TaskContext {
  readonly signal: AbortSignal;
  /** Sends a part of the result before the rest is ready. */
  readonly send: (part: unknown) => void;
}

/** The tasks of a worker by name. Inputs and results pass between threads: they consist of data only. */
export type WorkerTasks = Readonly<Record<string, (input: never, context: TaskContext) => unknown>>;

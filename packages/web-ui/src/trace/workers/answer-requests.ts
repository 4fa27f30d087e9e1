import { ApiProblem } from '../../api/api-problem.js';
import type {
  TaskContext,
  WorkerAnswer,
  WorkerFailure,
  WorkerRequest,
  WorkerTasks,
} from './worker-messages.js';

/** The part of a worker's global scope that sends and receives messages. */
export interface WorkerScope {
  onmessage: ((event: { readonly data: WorkerRequest }) => void) | null;
  postMessage(answer: WorkerAnswer, transfer: readonly ArrayBuffer[]): void;
}

/** Runs the tasks that a page requests. Typed arrays in a result are transferred instead of copied. */
export function answerRequests(scope: WorkerScope, tasks: WorkerTasks): void {
  const running = new Map<number, AbortController>();
  const post = (answer: WorkerAnswer, value?: unknown) =>
    scope.postMessage(answer, buffersOf(value));
  scope.onmessage = async ({ data: request }) => {
    const { id } = request;
    if ('isCancelled' in request) {
      running.get(id)?.abort();
      return;
    }
    const controller = new AbortController();
    running.set(id, controller);
    const send = (part: unknown) => post({ id, part }, part);
    try {
      const run = tasks[request.task] as (input: unknown, context: TaskContext) => unknown;
      const result = await run(request.input, { signal: controller.signal, send });
      post({ id, result }, result);
    } catch (error) {
      post({ id, failure: failureOf(error) });
    } finally {
      running.delete(id);
    }
  };
}

function failureOf(error: unknown): WorkerFailure {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { name, message, facts: error instanceof ApiProblem ? { ...error } : undefined };
}

/** Returns the buffers of all typed arrays in a value, including nested ones. */
export function buffersOf(value: unknown): readonly ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  const pending = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (ArrayBuffer.isView(next)) {
      found.add(next.buffer as ArrayBuffer);
    } else if (isPlain(next)) {
      pending.push(...Object.values(next).filter((member) => member !== undefined));
    }
  }
  return [...found];
}

function isPlain(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

import type { Outline } from '../outline/outline.js';
import { traceWorker } from './page-workers.js';
import type { TraceTasks } from './trace-worker.js';
import { useResult } from './use-result.js';

/** Columns of the outline that each task reads. Only these columns are copied to the worker. */
const columnsOf = {
  tracePath: ['parent', 'start', 'duration', 'length'],
  idleGaps: ['start', 'duration', 'length'],
  layoutByTime: ['count', 'parent', 'start', 'duration'],
  layoutBySelfTime: ['count', 'parent', 'name', 'service', 'self'],
  groupSpans: [
    'texts',
    'name',
    'service',
    'duration',
    'tokens',
    'costs',
    'status',
    'self',
    'parent',
    'start',
    'length',
  ],
  agentSteps: ['parent', 'start', 'type', 'name', 'texts'],
  compareTraces: ['parent', 'type', 'name', 'service', 'texts'],
} as const satisfies Readonly<Record<string, readonly (keyof Outline)[]>>;

type TaskName = keyof typeof columnsOf;
type TaskInput<Name extends TaskName> = Parameters<TraceTasks[Name]>[0];
type TaskResult<Name extends TaskName> = Awaited<ReturnType<TraceTasks[Name]>>;

const known = new WeakMap<object, Map<TaskName, Promise<unknown>>>();

/**
 * Returns the result of a worker task; undefined until the result is ready. No task starts while the input is
 * undefined. Throws if the task fails.
 */
export function useTraceTask<Name extends TaskName>(
  name: Name,
  input: TaskInput<Name> | undefined,
): TaskResult<Name> | undefined {
  const done = useResult(input, (wanted) => runOnce(name, wanted));
  // A result for an earlier input is not returned, because its positions refer to other spans.
  return done?.input === input ? done?.result : undefined;
}

/** Runs a task at most once per input. A failed task may run again. */
function runOnce<Name extends TaskName>(name: Name, input: TaskInput<Name>) {
  const results = known.get(input) ?? new Map<TaskName, Promise<unknown>>();
  known.set(input, results);
  const result =
    results.get(name) ?? traceWorker.run(name, columnsFor(name, input) as TaskInput<Name>);
  results.set(name, result);
  result.catch(() => results.delete(name));
  return result as Promise<TaskResult<Name>>;
}

/**
 * Returns the input without the columns that the task does not read. Outlines inside the input are reduced in the same
 * way.
 */
function columnsFor(name: TaskName, input: object): object {
  const columns = new Set<string>(columnsOf[name]);
  const own = Object.entries(input).filter(([member]) => columns.has(member));
  return own.length > 0
    ? Object.fromEntries(own)
    : Object.fromEntries(
        Object.entries(input).map(([member, part]) => [member, columnsFor(name, part as object)]),
      );
}

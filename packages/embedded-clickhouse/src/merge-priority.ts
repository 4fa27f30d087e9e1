import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@spanhouse/service-runtime';
import type { ClickHouseProcess } from './clickhouse-process.js';

/** Below the process: where both want a core, such a thread gets a quarter and another the rest (sched(7)). */
const NICE = 5;
/** Name of the threads that merge; there are none before the first table. */
const MERGE_THREAD = 'MergeMutate';
const POLL_MS = 1000;

/**
 * Lets merges yield to inserts and reads, on Linux. ClickHouse's own setting for this does nothing
 * without CAP_SYS_NICE, which the kernel asks only of who wants more. Resolves when all `threads`
 * have the priority, or the process has ended.
 */
export async function lowerMergePriority(
  { pid, exited }: ClickHouseProcess,
  threads: number,
  clock: Clock,
): Promise<void> {
  const ended = new AbortController();
  void exited.then(() => ended.abort());
  while (pid !== undefined && !ended.signal.aborted && lowerThreads(pid) < threads) {
    await clock.sleep(POLL_MS, ended.signal).catch(() => undefined);
  }
}

/** How many it found. */
function lowerThreads(pid: number): number {
  try {
    const nice = Math.min(getPriority(pid) + NICE, constants.priority.PRIORITY_LOW);
    const threads = mergeThreads(pid);
    for (const thread of threads) setPriority(thread, nice);
    return threads.length;
  } catch {
    return 0; // the process or one of its threads has just ended
  }
}

export function mergeThreads(pid: number): readonly number[] {
  const directory = `/proc/${pid}/task`;
  const nameOf = (id: string) => readFileSync(join(directory, id, 'comm'), 'utf8').trim();
  return readdirSync(directory)
    .filter((id) => nameOf(id) === MERGE_THREAD)
    .map(Number);
}

import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@spanhouse/service-runtime';
import type { ClickHouseProcess } from './clickhouse-process.js';

/**
 * Increase in the nice value of merge threads. On a busy core, a merge thread then gets about a quarter of the time
 * (sched(7)).
 */
const NICE = 5;
/** Name of the merge threads. ClickHouse starts them with the first table. */
const mergeThread = 'MergeMutate';
const POLL_MS = 1000;

/**
 * Lowers the priority of a server's merge threads, so that on a busy machine merges wait while inserts and reads run.
 * ClickHouse's own setting needs CAP_SYS_NICE, but lowering the priority of a child needs no capability. Resolves when
 * `threads` threads have the lower priority or the process has ended.
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

/** Lowers the priority of the merge threads and returns the number of these threads. */
function lowerThreads(pid: number): number {
  try {
    const nice = Math.min(getPriority(pid) + NICE, constants.priority.PRIORITY_LOW);
    const threads = mergeThreads(pid);
    for (const thread of threads) {
      setPriority(thread, nice);
    }
    return threads.length;
  } catch {
    return 0; // the process or one of its threads has ended
  }
}

/** Returns the thread ids of a server's merge threads. */
export function mergeThreads(pid: number): readonly number[] {
  const directory = `/proc/${pid}/task`;
  const nameOf = (id: string) => readFileSync(join(directory, id, 'comm'), 'utf8').trim();
  return readdirSync(directory)
    .filter((id) => nameOf(id) === mergeThread)
    .map(Number);
}

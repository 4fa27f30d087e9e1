import type { Clock } from '@spanhouse/service-runtime';
import { LRUCache } from 'lru-cache';
import type { RunStatement } from '../connection/run-statement.js';
import { tableRows } from '../connection/table-rows.js';
import { rangeOfBucket } from '../sql/bucket-order.js';
import { selectReach } from '../sql/select-reach.js';
import type { TimeRange } from '../sql/time-ranges.js';

const MAX_AGE_MS = 10_000;
const MAX_PROJECTS = 1000;

/** Reads and remembers where the rows of projects begin and end. */
export class ProjectReaches {
  readonly #known: LRUCache<string, TimeRange>;

  constructor(clock: Clock) {
    this.#known = new LRUCache({
      max: MAX_PROJECTS,
      ttl: MAX_AGE_MS,
      ttlResolution: 0,
      perf: { now: () => clock.nowMs() + 1 }, // the library keeps no age for the time 0
    });
  }

  /**
   * Resolves with a range that held the starts of all rows at most ten seconds ago, and with undefined
   * if the project had no rows.
   */
  async reachOf(run: RunStatement, projectId: string): Promise<TimeRange | undefined> {
    const known = this.#known.get(projectId);
    if (known !== undefined) {
      return known;
    }
    const rows = tableRows(await run(selectReach(projectId)));
    const [first, last] = rows
      .map(([bucket = '0']) => rangeOfBucket(BigInt(bucket)))
      .toSorted((left, right) => (left.from < right.from ? -1 : 1));
    if (first === undefined || last === undefined) {
      return undefined;
    }
    const reach = { from: first.from, to: last.to };
    this.#known.set(projectId, reach);
    return reach;
  }
}

/** A read that lists rows. */
export interface ListRead {
  readonly run: RunStatement;
  readonly reaches: ProjectReaches;
}

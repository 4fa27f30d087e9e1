import type { Clock } from '@spanhouse/service-runtime';
import { LRUCache } from 'lru-cache';
import type { RunStatement } from '../connection/run-statement.js';
import { tableRows } from '../connection/table-rows.js';
import { firstOfBucket } from '../sql/bucket-order.js';
import { selectReach } from '../sql/select-reach.js';
import type { TimeRange } from '../sql/time-ranges.js';

const MAX_AGE_MS = 10_000;
const MAX_PROJECTS = 1000;

/** Where the rows of a project are. */
export interface ProjectReach extends TimeRange {
  /** The time in ns over which the newest rows are spread, as many as a page may need. */
  readonly pageWidth: bigint;
  /** The time from the beginning of the bucket in which these rows begin. */
  readonly bucketsWidth: bigint;
}

/** Reads and remembers where the rows of projects begin and end. */
export class ProjectReaches {
  readonly #known: LRUCache<string, ProjectReach>;

  constructor(clock: Clock) {
    this.#known = new LRUCache({
      max: MAX_PROJECTS,
      ttl: MAX_AGE_MS,
      ttlResolution: 0,
      perf: { now: () => clock.monotonicMs() + 1 }, // the library keeps no age for the time 0
    });
  }

  /**
   * Resolves with a range that held the starts of all rows at most ten seconds ago, and with undefined
   * if the project had no rows.
   */
  async reachOf(run: RunStatement, projectId: string): Promise<ProjectReach | undefined> {
    const known = this.#known.get(projectId);
    if (known !== undefined) {
      return known;
    }
    const ends = tableRows(await run(selectReach(projectId))).map((row) => row.map(BigInt));
    const [oldest, newest] = ends.toSorted(([, left = 0n], [, right = 0n]) =>
      left < right ? -1 : 1,
    );
    if (oldest?.[0] === undefined || newest?.[0] === undefined || newest[1] === undefined) {
      return undefined;
    }
    const reach = {
      from: firstOfBucket(oldest[0]),
      to: newest[1],
      pageWidth: newest[1] - newest[0] + 1n,
      bucketsWidth: newest[1] - firstOfBucket(newest[0]) + 1n,
    };
    this.#known.set(projectId, reach);
    return reach;
  }
}

/** A read that lists rows. */
export interface ListRead {
  readonly run: RunStatement;
  readonly reaches: ProjectReaches;
  /** Whether all items are needed together, under one deadline; otherwise the first ones are needed early. */
  readonly isPage: boolean;
  /** Receives the time up to which the walk has searched, in its order, and found nothing that is still to come. */
  readonly onSearched?: ((time: bigint) => void) | undefined;
  /** Receives the time at which the walk has searched everything. */
  readonly onEnd?: ((time: bigint) => void) | undefined;
}

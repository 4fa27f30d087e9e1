import type { Clock } from '@spanhouse/service-runtime';
import { LRUCache } from 'lru-cache';
import type { RunStatement } from '../connection/run-statement.js';
import { tableRows } from '../connection/run-statement.js';
import { bind, type Statement, sql } from '../connection/statement.js';
import type { TimeRange } from '../selection/time-ranges.js';
import { bucket, firstOfBucket } from '../selection/time-ranges.js';

const MAX_AGE_MS = 10_000;
const MAX_PROJECTS = 1000;

/** The time range of a project's rows. */
export interface ProjectReach extends TimeRange {
  /**
   * Length in ns of the time range that contains the project's newest rows. A page rarely needs rows outside this
   * range.
   */
  readonly pageWidth: bigint;
  /** Length in ns of the same range after its start is moved back to the start of a bucket. */
  readonly bucketsWidth: bigint;
}

/** Reads and caches the time ranges of projects. */
export class ProjectReaches {
  readonly #known: LRUCache<string, ProjectReach>;

  constructor(clock: Clock) {
    this.#known = new LRUCache({
      max: MAX_PROJECTS,
      ttl: MAX_AGE_MS,
      ttlResolution: 0,
      perf: { now: () => clock.monotonicMs() + 1 }, // the library ignores the age of an entry with time 0
    });
  }

  /**
   * Resolves with a time range that contains the starts of all rows, or with undefined if the project has no rows. The
   * result may be up to ten seconds old.
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

/** A read for a list. */
export interface ListRead {
  readonly run: RunStatement;
  readonly reaches: ProjectReaches;
  /**
   * True if all items are needed together, under one deadline. If false, the list is streamed and its first items are
   * needed early.
   */
  readonly isPage: boolean;
  /**
   * Receives the time up to which the walk has searched. In the order of the walk, all later results are at or beyond
   * this time.
   */
  readonly onSearched?: ((time: bigint) => void) | undefined;
  /** Receives the bound at which the search ended. */
  readonly onEnd?: ((time: bigint) => void) | undefined;
}

/** Number of newest rows whose range becomes the first window. A page rarely needs more rows. */
const NEWEST_ROWS = 1000;

/**
 * Selects the time range of a project's rows as two lines, or no line if the project has no rows. The first line
 * contains the start of a row in the oldest bucket, twice. The second line contains the earliest and latest start of
 * the newest rows.
 */
export function selectReach(project_id: string): Statement {
  const isOfProject = `project_id = ${bind('UUID', project_id)}`;
  const ends = 'SELECT min(start) AS first, max(start) AS last FROM';
  const starts = 'SELECT toUnixTimestamp64Nano(start_time) AS start FROM spans WHERE';
  const newestBuckets = `SELECT ${bucket} AS bucket FROM spans WHERE ${isOfProject} ORDER BY ${bucket} DESC LIMIT ${NEWEST_ROWS}`;
  return sql`
    ${ends} (${starts} ${isOfProject} ORDER BY ${bucket} ASC LIMIT 1) HAVING count() > 0
    UNION ALL ${ends} (${starts} ${isOfProject} AND ${bucket} >= (SELECT min(bucket) FROM (${newestBuckets}))
    ORDER BY start_time DESC LIMIT ${NEWEST_ROWS}) HAVING count() > 0
    FORMAT TabSeparated
  `;
}

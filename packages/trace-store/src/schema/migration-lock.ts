import { randomUUID } from 'node:crypto';
import { AppError, type Clock } from '@spanhouse/service-runtime';
import { type ClickHouseClient, execute, selectObjects } from '../connection/client.js';

const POLL_MS = 100;
const MAX_WAIT_MS = 120_000;
/** Maximum time for which the lock is held: one week, because a migration may copy all rows of a former layout. */
export const MAX_HELD_SECONDS = 604_800;

/**
 * Runs `work` while no other migrator of this database runs on this server. Rejects with MIGRATION_LOCKED (retryable)
 * if another migrator holds the lock for more than two minutes.
 *
 * ClickHouse has no locks, but it never runs two queries with the same id. The lock is therefore a sleeping query. It
 * ends with its connection, so a migrator that is killed releases the lock.
 */
export async function withMigrationLock<Result>(
  { client, database, clock }: { client: ClickHouseClient; database: string; clock: Clock },
  work: () => Promise<Result>,
): Promise<Result> {
  const queryId = `spanhouse-migrations-${database}`;
  const release = await acquire({ client, clock, queryId });
  try {
    return await work();
  } finally {
    await release();
  }
}

interface LockRequest {
  readonly client: ClickHouseClient;
  readonly clock: Clock;
  readonly queryId: string;
}

async function acquire(request: LockRequest): Promise<() => Promise<void>> {
  const { clock, queryId } = request;
  const deadlineMs = clock.monotonicMs() + MAX_WAIT_MS;
  while (clock.monotonicMs() < deadlineMs) {
    const held = holdQuery(request);
    while (!held.hasEnded()) {
      if (await isRunning(request, held.token)) {
        return held.release;
      }
      await clock.sleep(POLL_MS);
    }
    await clock.sleep(POLL_MS);
  }
  const message = `another migrator still holds the lock ${queryId} after ${MAX_WAIT_MS} ms`;
  throw new AppError('MIGRATION_LOCKED', message, { retryable: true });
}

/** Starts the sleeping query, which fails immediately if another query has the same id. */
function holdQuery({ client, queryId }: LockRequest) {
  const token = randomUUID();
  const abort = new AbortController();
  let hasEnded = false;
  const ended = execute(client, {
    query: `SELECT sleepEachRow(0.1) FROM numbers(${MAX_HELD_SECONDS * 10}) FORMAT Null /* ${token} */`,
    query_id: queryId,
    abort_signal: abort.signal,
    clickhouse_settings: {
      readonly: '2',
      max_block_size: '1',
      cancel_http_readonly_queries_on_client_close: 1,
      wait_end_of_query: 1,
    },
  })
    // The query fails if its id is already in use, or if this process aborts it.
    .catch(() => undefined)
    .finally(() => {
      hasEnded = true;
    });
  const release = async () => {
    abort.abort();
    await ended;
  };
  return { token, hasEnded: () => hasEnded, release };
}

async function isRunning({ client, queryId }: LockRequest, token: string): Promise<boolean> {
  const query =
    'SELECT count() AS running FROM system.processes WHERE query_id = {queryId:String} AND position(query, {token:String}) > 0';
  const [row] = await selectObjects<{ running: string }>(client, query, { queryId, token });
  return Number(row?.running) > 0;
}

import { randomUUID } from 'node:crypto';
import { AppError, type Clock } from '@spanhouse/service-runtime';
import { type ClickHouseClient, readAll } from './clickhouse-client.js';

const POLL_MS = 100;
const MAX_WAIT_MS = 120_000;
/** A lock that outlives this was forgotten by its holder; its migrations are long through. */
const MAX_HELD_SECONDS = 600;

/**
 * Runs `work` while no other migrator of this database does.
 *
 * ClickHouse has no locks, but it runs no two queries with one id: the lock is a query that sleeps,
 * and it ends with its connection, so a migrator that is killed leaves nothing behind. It holds for
 * the server at this address; against another one the statements are idempotent.
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
  const deadlineMs = clock.nowMs() + MAX_WAIT_MS;
  while (clock.nowMs() < deadlineMs) {
    const held = holdQuery(request);
    while (!held.hasEnded()) {
      if (await isRunning(request, held.token)) {
        return held.release;
      }
      await clock.sleep(POLL_MS);
    }
    await clock.sleep(POLL_MS);
  }
  throw new AppError('MIGRATION_LOCKED', `another migrator has held ${queryId} too long`, {
    retryable: true,
  });
}

/** Starts the sleeping query; when another one has its id, it ends at once. */
function holdQuery({ client, queryId }: LockRequest) {
  const token = randomUUID();
  const abort = new AbortController();
  let hasEnded = false;
  const ended = client
    .exec({
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
    .then(({ stream }) => readAll(stream))
    // It ends in an error: of the other holder's id, or of our own abort.
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
  const result = await client.query({
    query:
      'SELECT count() AS running FROM system.processes WHERE query_id = {queryId:String} AND position(query, {token:String}) > 0',
    query_params: { queryId, token },
    format: 'JSONEachRow',
  });
  const [row] = await result.json<{ running: string }>();
  return Number(row?.running) > 0;
}

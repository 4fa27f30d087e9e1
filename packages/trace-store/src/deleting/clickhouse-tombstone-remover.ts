import { tableRows } from '../connection/answer-rows.js';
import { type ClickHouseClient, execute } from '../connection/clickhouse-client.js';
import { clickhouseUnavailable } from '../connection/clickhouse-failure.js';
import { toExecParams } from '../connection/request-body.js';
import type { Statement } from '../connection/statement.js';
import type { RemovalOutcome } from '../store-upkeep.js';
import {
  deleteIndexRows,
  deleteRows,
  keepRemovedIds,
  markDeleted,
  markRemoved,
  recordRemoved,
  selectRemovable,
  selectSentAgain,
  selectUnfinished,
  type Tombstone,
} from './tombstone-statements.js';

/** Removes deleted rows from the tables of one server, or of one shard. */
export async function removeFromServer(
  client: ClickHouseClient,
  limit: number,
  signal: AbortSignal,
): Promise<RemovalOutcome> {
  signal.throwIfAborted();
  const run: Run = async (statement) => {
    try {
      const params = {
        ...(await toExecParams(statement)),
        // ClickHouse answers after the mutation is complete on all replicas.
        clickhouse_settings: { wait_end_of_query: 1, lightweight_deletes_sync: '2' } as const,
        abort_signal: signal,
      };
      return tableRows(await execute(client, params));
    } catch (cause) {
      signal.throwIfAborted();
      throw clickhouseUnavailable('deleted traces cannot be removed', cause);
    }
  };
  const [[unfinished = '0', reason = ''] = []] = await run(selectUnfinished());
  if (unfinished !== '0') {
    return { status: 'busy', reason };
  }
  const batch = (await run(selectRemovable(limit))).map(toTombstone);
  if (batch.length > 0) {
    await run(keepRemovedIds(batch));
    await run(recordRemoved(batch));
    await run(deleteRows(batch));
    await removeFromIndex(batch, run);
    await run(markRemoved(batch));
  }
  return { status: 'removed', deletes: batch.length };
}

type Run = (statement: Statement) => Promise<readonly (readonly string[])[]>;

/**
 * Removes traces from the trace index, unless they were sent again. The entry of such a trace may cover old and new
 * rows, so it stays and remains marked. The last statement marks traces that were sent again during the removal.
 */
async function removeFromIndex(batch: readonly Tombstone[], run: Run): Promise<void> {
  const sentAgain = new Set((await run(selectSentAgain(batch))).map((key) => key.join()));
  const gone = batch.filter(
    ({ project_id, trace_id }) => !sentAgain.has([project_id, trace_id].join()),
  );
  if (gone.length > 0) {
    await run(deleteIndexRows(gone));
    await run(markDeleted(gone));
  }
}

function toTombstone([project_id = '', trace_id = '', partition, offset = '0']: readonly string[]) {
  return { project_id, trace_id, log_partition: Number(partition), log_offset: BigInt(offset) };
}

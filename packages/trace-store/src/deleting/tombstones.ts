import { clickhouseUnavailable } from '../connection/clickhouse-failure.js';
import { type ClickHouseClient, execute } from '../connection/client.js';
import { toExecParams } from '../connection/request-body.js';
import { tableRows } from '../connection/run-statement.js';
import { bind, oneLine, type Statement, sql } from '../connection/statement.js';
import { firstStart, lastStart } from '../selection/time-ranges.js';
import type { RemovalOutcome } from '../store-upkeep.js';

/** The record of a deleted trace. It hides the trace's rows whose log offset is smaller than that of the delete. */
export interface Tombstone {
  readonly project_id: string;
  readonly trace_id: string;
  readonly log_partition: number;
  readonly log_offset: bigint;
}

/**
 * Columns of `trace_index` with the times and log positions of a trace. The row that marks a trace as deleted repeats
 * the trace's values in these columns.
 */
const positionColumns: Readonly<Record<string, string>> = {
  first_received_at: 'min(first_received_at)',
  last_received_at: 'max(last_received_at)',
  min_start_time: `fromUnixTimestamp64Nano(${firstStart()}, 'UTC')`,
  max_start_time: `fromUnixTimestamp64Nano(${lastStart()}, 'UTC')`,
  max_end_time: 'max(max_end_time)',
  max_log_offset: 'max(max_log_offset)',
  min_log_partition: 'min(min_log_partition)',
  max_log_partition: 'max(max_log_partition)',
};

/**
 * Marks traces as deleted in the trace index; unknown traces are ignored. A mark counts as a row without a span, so
 * that reads never rely on the sums of a marked trace. A trace may be marked several times.
 */
export function markDeleted(tombstones: readonly Tombstone[]): Statement {
  return sql`
    INSERT INTO trace_index (project_id, trace_id, retention_days, received_week, ${Object.keys(positionColumns).join(', ')}, deleted_before, row_count)
    SELECT project_id, trace_id, retention_days, received_week, ${Object.values(positionColumns).join(', ')}, max(end), 1
    FROM trace_index INNER JOIN
    (SELECT project_id, trace_id, max(log_offset) AS end FROM ${listed(tombstones)} GROUP BY ALL) AS deletes
    USING (project_id, trace_id)
    WHERE ${isListed(tombstones)}
    GROUP BY project_id, trace_id, retention_days, received_week
  `;
}

/** Stores tombstones. A tombstone that is stored again replaces the earlier one. */
export function insertTombstones(tombstones: readonly Tombstone[]): Statement {
  return sql`
    INSERT INTO tombstones (project_id, trace_id, log_partition, log_offset)
    SELECT project_id, trace_id, log_partition, log_offset FROM ${listed(tombstones)}
  `;
}

/**
 * Selects the log offset of the last tombstone in each partition. The statement reads the whole table, which is not
 * sorted by partition.
 */
export const selectLastTombstones = sql`
  SELECT log_partition, max(log_offset) FROM tombstones GROUP BY log_partition FORMAT TabSeparated
`;

/** Selects tombstones whose rows have not been removed yet, oldest first. */
export function selectRemovable(limit: number): Statement {
  return sql`
    SELECT toString(project_id), lower(hex(trace_id)), log_partition, log_offset FROM tombstones FINAL
    WHERE NOT is_removed ORDER BY recorded_at LIMIT ${bind('UInt64', limit)} FORMAT TabSeparated
  `;
}

/**
 * Stores the ids of the rows that the tombstones hide. If a removed span is delivered again, its id prevents it from
 * being counted twice (docs/adr/139). May be called again.
 */
export function keepRemovedIds(tombstones: readonly Tombstone[]): Statement {
  return sql`
    INSERT INTO removed_spans (project_id, trace_id, span_id, received_at)
    SELECT project_id, trace_id, span_id, received_at FROM spans
    WHERE ${isBefore('log_offset', tombstones)} AND received_at > now64(9) - toIntervalDay(1)
  `;
}

/**
 * Stores, for each message, the number of its rows that the tombstones hide. May be called again during the removal.
 */
function recordRemoved(tombstones: readonly Tombstone[]): Statement {
  return sql`
    INSERT INTO removed_rows (log_partition, log_offset, received_at, project_id, trace_id, row_count)
    SELECT log_partition, log_offset, received_at, project_id, trace_id, uniqExact(span_id, start_time) FROM spans
    WHERE ${isBefore('log_offset', tombstones)} GROUP BY ALL
  `;
}

/** Deletes from `spans` the rows that the tombstones hide. */
export function deleteRows(tombstones: readonly Tombstone[]): Statement {
  return sql`DELETE FROM spans WHERE ${isBefore('log_offset', tombstones)}`;
}

/** Deletes the trace index entries for which the tombstones hide all rows. */
export function deleteIndexRows(tombstones: readonly Tombstone[]): Statement {
  return sql`DELETE FROM trace_index WHERE ${isBefore('max_log_offset', tombstones)}`;
}

/**
 * Selects traces that were sent again after their delete. One index entry of such a trace may include both hidden and
 * later rows.
 */
export function selectSentAgain(tombstones: readonly Tombstone[]): Statement {
  return sql`
    SELECT DISTINCT toString(project_id), lower(hex(trace_id)) FROM trace_index
    WHERE ${isListed(tombstones)} AND max_log_offset >= ${endOf(tombstones)}
    FORMAT TabSeparated
  `;
}

/** Records that the rows hidden by the tombstones have been removed. */
export function markRemoved(tombstones: readonly Tombstone[]): Statement {
  return sql`
    INSERT INTO tombstones (project_id, trace_id, log_partition, log_offset, recorded_at, is_removed)
    SELECT project_id, trace_id, log_partition, log_offset, recorded_at, true FROM tombstones FINAL
    WHERE (project_id, trace_id, log_partition, log_offset) IN (SELECT * FROM ${listed(tombstones)})
  `;
}

/** Counts the unfinished mutations of `spans` and `trace_index`, and selects the failure reason if one has failed. */
const selectUnfinished = sql`
  SELECT count(), any(latest_fail_reason) FROM system.mutations
  WHERE database = currentDatabase() AND table IN ('spans', 'trace_index') AND NOT is_done FORMAT TabSeparated
`;

/** Returns SQL for a table that contains the tombstones. */
function listed(tombstones: readonly Tombstone[]): string {
  const bindAll = (type: string, column: keyof Tombstone) =>
    bind(
      type,
      tombstones.map((tombstone) => tombstone[column]),
    );
  const columns = [
    bindAll('Array(UUID)', 'project_id'),
    bindAll('Array(String)', 'trace_id'),
    bindAll('Array(UInt32)', 'log_partition'),
    bindAll('Array(UInt64)', 'log_offset'),
  ];
  return oneLine`
    (SELECT row.1 AS project_id, toFixedString(unhex(row.2), 16) AS trace_id, row.3 AS log_partition, row.4 AS log_offset
    FROM (SELECT arrayJoin(arrayZip(${columns.join(', ')})) AS row))
  `;
}

/**
 * Returns an SQL condition that is true if a row belongs to one of the deleted traces. It tests each column separately,
 * so that ClickHouse uses primary keys and bloom filters.
 */
function isListed(tombstones: readonly Tombstone[]): string {
  const projects = [...new Set(tombstones.map(({ project_id }) => project_id))];
  const traces = [...new Set(tombstones.map(({ trace_id }) => trace_id))];
  const traceIds = `arrayMap(id -> toFixedString(unhex(id), 16), ${bind('Array(String)', traces)})`;
  return `project_id IN ${bind('Array(UUID)', projects)} AND trace_id IN ${traceIds}`;
}

function isBefore(position: string, tombstones: readonly Tombstone[]): string {
  return `${isListed(tombstones)} AND ${position} < ${endOf(tombstones)}`;
}

/** Returns SQL for the log offset before which the rows of a trace are deleted; 0 for traces without a tombstone. */
function endOf(tombstones: readonly Tombstone[]): string {
  const ends = new Map<string, bigint>();
  for (const { project_id, trace_id, log_offset } of tombstones) {
    const key = `${project_id}${trace_id}`;
    const known = ends.get(key);
    ends.set(key, known === undefined || known < log_offset ? log_offset : known);
  }
  const keys = bind('Array(String)', [...ends.keys()]);
  const values = bind('Array(UInt64)', [...ends.values()]);
  return `transform(concat(toString(project_id), lower(hex(trace_id))), ${keys}, ${values}, toUInt64(0))`;
}

/** Removes deleted rows from the tables of a single server or of one shard. */
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
        // The statement returns after the mutation is complete on all replicas.
        clickhouse_settings: { wait_end_of_query: 1, lightweight_deletes_sync: '2' } as const,
        abort_signal: signal,
      };
      return tableRows(await execute(client, params));
    } catch (cause) {
      signal.throwIfAborted();
      throw clickhouseUnavailable('deleted traces cannot be removed', cause);
    }
  };
  const [[unfinished = '0', reason = ''] = []] = await run(selectUnfinished);
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
 * Removes traces from the trace index. The entries of traces that were sent again stay marked, because they may include
 * later rows. The last statement marks traces that are sent again during the removal.
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

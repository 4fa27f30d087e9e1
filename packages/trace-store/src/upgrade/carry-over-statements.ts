import { oneLine } from '../connection/statement.js';
import { fromEarlierRow } from '../writing/earlier-rows.js';
import { insertSettings } from '../writing/insert-statement.js';

/** Row schema version that corresponds to the columns of the former table `spans`. */
const FORMER_VERSION = 2;

/** The rows to carry over. They are the same in all statements for a partition. */
export interface CarriedRows {
  readonly database: string;
  /**
   * Time in ns since the Unix epoch. Rows that expire before it are not carried over, because ClickHouse may drop them
   * during the copy.
   */
  readonly expiryNs: bigint;
  /** True if rows of deleted traces may still be stored. */
  readonly hasDeletes: boolean;
}

/** A range of log positions in one partition, copied by a single statement. Both ends are inclusive. */
export interface Chunk {
  readonly log_partition: string;
  readonly first: string;
  readonly last: string;
  readonly rows: string;
  /**
   * 1 if an interrupted statement has stored only some rows of the chunk, otherwise 0. If it is 1, the chunk has a
   * single position.
   */
  readonly is_begun: number;
}

/** Settings that store each chunk as one part, so that a chunk is stored completely or not at all. */
export const chunkSettings = {
  ...insertSettings,
  // The size in bytes is not limited, so that a chunk is always one part.
  min_insert_block_size_bytes: '0',
  // Deduplication is not needed, because missing rows are found by their log positions.
  deduplicate_insert: 'disable',
  deduplicate_insert_select: 'disable',
} as const;

/**
 * Settings for the statement that builds the index of a partition. With them, the statement succeeds even if its groups
 * do not fit into memory.
 */
export const indexSettings = {
  wait_end_of_query: 1,
  optimize_on_insert: 0,
  deduplicate_insert: 'disable',
  deduplicate_insert_select: 'disable',
  max_bytes_before_external_group_by: '500000000',
  max_partitions_per_insert_block: '0',
} as const;

/** Selects the partitions of a table with their number of rows, size on disk and uncompressed size. */
export function selectPartitions(database: string, table: string): string {
  return oneLine`
    SELECT partition_id, toString(sum(rows)) AS rows, toString(sum(bytes_on_disk)) AS bytes, toString(sum(data_uncompressed_bytes)) AS raw_bytes FROM system.parts
    WHERE database = '${database}' AND table = '${table}' AND active GROUP BY partition_id ORDER BY partition_id
  `;
}

/**
 * Selects the free space on the disks that contain parts of the former table. Object storage is ignored, because it
 * reports either no size or exabytes.
 */
export function selectFreeBytes(database: string): string {
  return oneLine`
    SELECT count() AS disks, toString(sum(unreserved_space)) AS free FROM system.disks
    WHERE total_space > 0 AND total_space < pow(2, 60)
    AND name IN (SELECT DISTINCT disk_name FROM system.parts WHERE database = '${database}' AND table = 'spans' AND active)
  `;
}

/** Counts the deletes whose rows may still be stored. */
export function selectDeletes(database: string): string {
  return `SELECT toString(count()) AS deletes FROM ${database}.tombstones FINAL WHERE NOT is_removed`;
}

/** Returns SQL for the rows to carry over in a partition of `spans` or `spans_next`, without duplicates. */
function carried(table: string, partition: string, rows: CarriedRows): string {
  const { database, expiryNs, hasDeletes } = rows;
  const cutoff = `fromUnixTimestamp64Nano(toInt64('${expiryNs}'), 'UTC')`;
  const conditions = [
    `_partition_id = '${partition}'`,
    `(retention_days = 0 OR received_at + toIntervalDay(retention_days) > ${cutoff})`,
    ...(hasDeletes ? ['log_offset >= deleted.deleted_before'] : []),
  ];
  const deletes = oneLine`
    LEFT ANY JOIN (SELECT project_id, trace_id, max(log_offset) AS deleted_before FROM ${database}.tombstones FINAL
    WHERE NOT is_removed GROUP BY project_id, trace_id) AS deleted USING (project_id, trace_id)
  `;
  return `${database}.${table} FINAL ${hasDeletes ? deletes : ''} WHERE ${conditions.join(' AND ')}`;
}

/** Counts the rows to carry over in a partition of `spans` or `spans_next`. */
export function countCarried(table: string, partition: string, rows: CarriedRows): string {
  return `SELECT toString(count()) AS rows FROM ${carried(table, partition, rows)}`;
}

/** Returns SQL for the log positions in a partition, with the number of rows at each position. */
function positions(table: string, partition: string, rows: CarriedRows): string {
  return `SELECT log_partition, log_offset, count() AS rows FROM ${carried(table, partition, rows)} GROUP BY log_partition, log_offset`;
}

/**
 * Divides the log positions that are missing from a partition of `spans_next` into chunks of about `chunkRows` rows.
 */
export function selectChunks(partition: string, chunkRows: number, rows: CarriedRows): string {
  const missing = oneLine`
    SELECT s.log_partition AS log_partition, s.log_offset AS log_offset, s.rows AS rows, t.rows > 0 AS is_begun
    FROM (${positions('spans', partition, rows)}) AS s
    LEFT JOIN (${positions('spans_next', partition, rows)}) AS t USING (log_partition, log_offset)
    WHERE t.rows < s.rows
  `;
  const numbered = oneLine`
    SELECT *, if(is_begun, log_offset, toUInt64(intDiv(sum(rows) OVER (PARTITION BY log_partition, is_begun ORDER BY log_offset) - rows, ${chunkRows}))) AS chunk
    FROM (${missing})
  `;
  return oneLine`
    SELECT toString(log_partition) AS log_partition, toString(min(log_offset)) AS first, toString(max(log_offset)) AS last,
    toString(sum(rows)) AS rows, is_begun FROM (${numbered}) GROUP BY log_partition, is_begun, chunk ORDER BY log_partition, min(log_offset)
  `;
}

/**
 * Copies the missing log positions of a chunk to `spans_next`. If only some rows of a position are stored, all its rows
 * are copied, so some of them are stored twice.
 */
export function copyChunk(partition: string, chunk: Chunk, rows: CarriedRows): string {
  const { database } = rows;
  const columns = [...fromEarlierRow(FORMER_VERSION)];
  const range = `log_partition = ${chunk.log_partition} AND log_offset >= ${chunk.first} AND log_offset <= ${chunk.last}`;
  const known = `SELECT log_partition, log_offset FROM ${database}.spans_next WHERE _partition_id = '${partition}' AND ${range}`;
  const values = columns.map(([name, sql]) => `${sql} AS \`next_${name}\``);
  return oneLine`
    INSERT INTO ${database}.spans_next (${columns.map(([name]) => `\`${name}\``).join(', ')}, log_partition, log_offset)
    SELECT ${values.join(', ')}, log_partition, log_offset FROM ${carried('spans', partition, rows)}
    AND ${range} ${chunk.is_begun ? '' : `AND (log_partition, log_offset) NOT IN (${known})`}
  `;
}

/** Counts the rows in a partition of `spans_next`, and the rows that `trace_index_next` counts for it. */
export function countIndexed(database: string, partition: string): string {
  return oneLine`
    SELECT (SELECT toString(count()) FROM ${database}.spans_next FINAL WHERE _partition_id = '${partition}') AS rows,
    (SELECT toString(sum(row_count)) FROM ${database}.trace_index_next WHERE _partition_id = '${partition}') AS indexed
  `;
}

/** Counts the duplicate rows in a partition of `spans_next`. */
export function countRepeated(database: string, partition: string): string {
  const rows = `FROM ${database}.spans_next`;
  const range = `WHERE _partition_id = '${partition}'`;
  return `SELECT toString((SELECT count() ${rows} ${range}) - (SELECT count() ${rows} FINAL ${range})) AS repeated`;
}

/** Merges the duplicate rows in a partition of `spans_next`. */
export function mergeRepeated(database: string, partition: string): string {
  return `OPTIMIZE TABLE ${database}.spans_next PARTITION ID '${partition}' FINAL SETTINGS alter_sync = 2, optimize_throw_if_noop = 1`;
}

/** Drops a partition of `spans_next` or `trace_index_next`, regardless of the partition's size. */
export function dropPartition(database: string, table: string, partition: string): string {
  return `ALTER TABLE ${database}.${table} DROP PARTITION ID '${partition}' SETTINGS max_partition_size_to_drop = 0, alter_sync = 2`;
}

/** Builds the index of a partition with the query of the index's view. The query has a placeholder for the database. */
export function buildIndex(database: string, partition: string, viewStatement: string): string {
  const query = viewStatement.slice(viewStatement.indexOf('SELECT'));
  const from = 'FROM {{database}}.spans\n';
  const rows = `FROM ${database}.spans_next FINAL WHERE _partition_id = '${partition}'\n`;
  return `INSERT INTO ${database}.trace_index_next (${columnsOf(query).join(', ')}) ${query.replace(from, rows)}`;
}

/** Returns the column names of a view. The view's query selects one column per line. */
function columnsOf(query: string): readonly string[] {
  const list = query.slice(0, query.indexOf('FROM {{database}}.spans'));
  return [...list.matchAll(/^ {2}(?:\S.*| *\)) AS (\w+),?$|^ {2}(\w+),$/gm)].map(
    ([, alias, name]) => alias ?? name ?? '',
  );
}

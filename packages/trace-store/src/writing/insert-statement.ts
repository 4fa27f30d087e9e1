import { columnsOfVersion, insertColumns, ROW_SCHEMA_VERSION } from '@spanhouse/span-row';
import { bind, oneLine, type Statement, sql } from '../connection/statement.js';
import { shardLocal } from '../selection/statement-settings.js';
import type { SpanBlock } from '../span-writer.js';
import { fromEarlierRow } from './earlier-rows.js';

/** SQL condition that excludes rows hidden by a later delete in the log. It is needed only if a log is read again. */
const notDeletedLater =
  ' WHERE (project_id, trace_id) NOT IN (SELECT project_id, trace_id FROM tombstones WHERE log_partition = {log_partition:UInt32} AND log_offset > {log_offset:UInt64})';

/** The properties of a request that determine its INSERT statement. */
export interface InsertOptions {
  readonly rowSchemaVersion: number;
  /** True if the log contains deletes after the block. */
  readonly isBeforeDeletes: boolean;
  /** True if the request contains several blocks, which must all be after the last delete; default false. */
  readonly isJoined?: boolean;
}

/**
 * Creates the INSERT statement for one block or for several joined blocks. All rows of a block have the same log
 * position and row version. Rows of earlier versions are converted to the current version.
 */
export function insertStatement({
  rowSchemaVersion,
  isBeforeDeletes,
  isJoined,
}: InsertOptions): string {
  const structure = columnsOfVersion(rowSchemaVersion)
    .map(({ name, type }) => `\`${name}\` ${asRead(type)}`)
    .join(', ');
  const names = columnsOfVersion(ROW_SCHEMA_VERSION).map(({ name }) => `\`${name}\``);
  const values =
    rowSchemaVersion === ROW_SCHEMA_VERSION
      ? names
      : [...fromEarlierRow(rowSchemaVersion)].map(([name, sql]) => `${sql} AS \`new_${name}\``);
  const added = insertColumns.map(({ name }) => name).join(', ');
  const ofBlock = isJoined ? ofJoinedBlock : ofOnlyBlock;
  const positions = insertColumns.map(ofBlock).join(', ');
  const condition = isJoined ? withinJoined : isBeforeDeletes ? notDeletedLater : '';
  return oneLine`
    INSERT INTO spans (${names.join(', ')}, ${added})
    SELECT ${values.join(', ')}, ${positions}
    FROM input('${structure.replaceAll("'", "\\'")}')${condition}
    FORMAT RowBinary
  `;
}

/** Returns the parameters of an INSERT. They contain the log positions of its blocks. */
export function positionParameters(blocks: readonly SpanBlock[]): Statement['query_params'] {
  const [first] = blocks;
  if (blocks.length === 1 && first !== undefined) {
    return { log_partition: first.logPartition, log_offset: first.logOffset };
  }
  let rows = 0;
  const firstRows = blocks.map(({ rowsAtOffset = 0 }) => {
    rows += rowsAtOffset;
    return rows - rowsAtOffset;
  });
  return {
    log_partition: blocks.map(({ logPartition }) => logPartition),
    log_offset: blocks.map(({ logOffset }) => logOffset),
    first_row: firstRows,
    row_count: rows,
  };
}

function ofOnlyBlock({ name, type }: (typeof insertColumns)[number]): string {
  return `{${name}:${type}}`;
}

/**
 * Returns SQL for a position column of a joined row. The number of the row determines its block, because one thread
 * reads the rows in order.
 */
function ofJoinedBlock({ name, type }: (typeof insertColumns)[number]): string {
  const firstRows = '{first_row:Array(UInt64)}';
  return `transform(roundDown(rowNumberInAllBlocks(), ${firstRows}), ${firstRows}, {${name}:Array(${type})}, 0)`;
}

/**
 * SQL that fails if there are more rows than the blocks declare. Without this check, the surplus rows would get the
 * position of another block.
 */
const withinJoined =
  " WHERE NOT throwIf(rowNumberInAllBlocks() >= {row_count:UInt64}, 'more rows than the blocks have')";

/**
 * Selects three numbers:
 * - the number of rows at a log position
 * - the number of these rows whose trace is in the trace index
 * - the number of days and services of these rows whose entries in `attribute_shapes` or `services` have not been
 *   updated for these rows
 */
export function selectStoredRows(logPartition: number, logOffset: bigint): Statement {
  const offset = bind('UInt64', logOffset);
  const isAtPosition = `log_partition = ${bind('UInt32', logPartition)} AND log_offset = ${offset}`;
  return sql`
    SELECT count(), countIf((project_id, trace_id) IN
    (SELECT project_id, trace_id FROM trace_index WHERE max_log_offset >= ${offset}
    AND (project_id, trace_id) IN (SELECT project_id, trace_id FROM spans WHERE ${isAtPosition}))),
    (SELECT count() FROM (
      SELECT project_id, day, retention_days FROM (
        SELECT project_id, toDate32(start_time) AS day, retention_days, received_at AS row_at, toDateTime64(0, 9, 'UTC') AS shape_at
        FROM spans WHERE ${isAtPosition}
        UNION ALL
        SELECT project_id, day, retention_days, toDateTime64(0, 9, 'UTC'), last_received_at FROM attribute_shapes
        WHERE (project_id, day) IN (SELECT project_id, toDate32(start_time) FROM spans WHERE ${isAtPosition})
      ) GROUP BY ALL HAVING max(shape_at) < max(row_at)))
    + (SELECT count() FROM (
      SELECT project_id, service_name, retention_days FROM (
        SELECT project_id, toString(service_name) AS service_name, retention_days, received_at AS row_at, toDateTime64(0, 9, 'UTC') AS listed_at
        FROM spans WHERE ${isAtPosition}
        UNION ALL
        SELECT project_id, service_name, retention_days, toDateTime64(0, 9, 'UTC'), last_received_at FROM services
        WHERE (project_id, service_name) IN (SELECT project_id, toString(service_name) FROM spans WHERE ${isAtPosition})
      ) GROUP BY ALL HAVING max(listed_at) < max(row_at)))
    FROM spans WHERE ${isAtPosition} SETTINGS ${shardLocal} FORMAT TabSeparated
  `;
}

/**
 * Returns the type that the INSERT uses to read a column. LowCardinality columns are read as String, because it is
 * cheaper to build the dictionary from a complete column.
 */
function asRead(type: string): string {
  return type.replaceAll('LowCardinality(String)', 'String');
}

/** Number greater than the number of rows in any block, so that one request becomes one part per partition. */
const beyondAnyBlock = '1000000000';

/** Settings that store a request as one block, once per deduplication token (docs/adr/070). */
export const insertSettings = {
  // ClickHouse responds only after all parts and views are written.
  wait_end_of_query: 1,
  async_insert: 0,
  // Merges replace older versions. The insert does not look for them, because a block rarely contains any.
  optimize_on_insert: 0,
  deduplicate_insert: 'enable',
  // A retry selects the same rows, because the SELECT reads only the request body. If ClickHouse cannot deduplicate, it
  // must reject the insert.
  deduplicate_insert_select: 'force_enable',
  deduplicate_blocks_in_dependent_materialized_views: 1,
  max_threads: 1,
  max_insert_threads: '1',
  max_insert_block_size: beyondAnyBlock,
  min_insert_block_size_rows: beyondAnyBlock,
  min_insert_block_size_bytes: beyondAnyBlock,
  // Building these indexes would cost as much as the rest of the insert, so they are built later.
  exclude_materialize_skip_indexes_on_insert: 'attributes_words_bloom, events_words_bloom',
  // Each retention period has its own partitions. With the default limit of 100 partitions per insert, a block with
  // many retention periods could block the log.
  max_partitions_per_insert_block: '0',
} as const;

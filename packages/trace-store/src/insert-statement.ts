import { columnsOfVersion } from '@spanhouse/span-row';
import { SHARD_LOCAL } from './shard-local.js';
import { type Statement, StatementParameters } from './statement.js';

/** Leaves out what a delete further on in the log has removed: the log is being read again. */
const NOT_DELETED_LATER =
  'WHERE (project_id, trace_id) NOT IN (SELECT project_id, trace_id FROM tombstones WHERE log_partition = {log_partition:UInt32} AND log_offset > {log_offset:UInt64})';

export interface InsertOptions {
  readonly rowSchemaVersion: number;
  /** Deletes are known that stand behind the block. */
  readonly isBeforeDeletes: boolean;
}

/** Inserts the rows of one block, which all have one place in the log. */
export function insertStatement({ rowSchemaVersion, isBeforeDeletes }: InsertOptions): string {
  const columns = columnsOfVersion(rowSchemaVersion);
  const names = columns.map(({ name }) => `\`${name}\``).join(', ');
  const structure = columns.map(({ name, type }) => `\`${name}\` ${asRead(type)}`).join(', ');
  return [
    `INSERT INTO spans (${names}, log_partition, log_offset)`,
    `SELECT ${names}, {log_partition:UInt32}, {log_offset:UInt64}`,
    `FROM input('${structure.replaceAll("'", "\\'")}')`,
    ...(isBeforeDeletes ? [NOT_DELETED_LATER] : []),
    'FORMAT RowBinary',
  ].join(' ');
}

/** How many rows have one place in the log, and of how many of them the trace index knows the trace. */
export function selectStoredRows(logPartition: number, logOffset: bigint): Statement {
  const parameters = new StatementParameters();
  const offset = parameters.bind('UInt64', logOffset);
  const place = `log_partition = ${parameters.bind('UInt32', logPartition)} AND log_offset = ${offset}`;
  const query = [
    'SELECT count(), countIf((project_id, trace_id) IN',
    `(SELECT project_id, trace_id FROM trace_index WHERE max_log_offset >= ${offset}`,
    `AND (project_id, trace_id) IN (SELECT project_id, trace_id FROM spans WHERE ${place})))`,
    `FROM spans WHERE ${place} SETTINGS ${SHARD_LOCAL} FORMAT TabSeparated`,
  ].join(' ');
  return { query, query_params: parameters.values };
}

/** The same bytes; a dictionary built from a whole column costs less than one built value by value. */
function asRead(type: string): string {
  return type.replaceAll('LowCardinality(String)', 'String');
}

/** Larger than any block: whatever arrives in one request becomes one part in each partition. */
const BEYOND_ANY_BLOCK = '1000000000';

/** Settings under which one request is one block, stored once for one token. */
export const INSERT_SETTINGS = {
  // An answer means that parts and views are written; only then is its status known, too.
  wait_end_of_query: 1,
  async_insert: 0,
  // Merges replace old versions; looking for them in every block costs CPU and finds next to nothing.
  optimize_on_insert: 0,
  deduplicate_insert: 'enable',
  // A SELECT from the request body repeats itself; if ClickHouse ever doubts that, it must say so.
  deduplicate_insert_select: 'force_enable',
  deduplicate_blocks_in_dependent_materialized_views: 1,
  max_threads: 1,
  max_insert_threads: '1',
  max_insert_block_size: BEYOND_ANY_BLOCK,
  min_insert_block_size_rows: BEYOND_ANY_BLOCK,
  min_insert_block_size_bytes: BEYOND_ANY_BLOCK,
  // They cost as much as the rest of the insert, and new parts are small: merges build them.
  exclude_materialize_skip_indexes_on_insert: 'attributes_words_bloom, events_words_bloom',
  // Each retention of a project is a partition of its own; the default of 100 would stop the log.
  max_partitions_per_insert_block: '0',
} as const;

import { columnsOfVersion, insertColumns } from '@spanhouse/span-row';
import { oneLine } from '../connection/one-line.js';
import { type Statement, StatementParameters } from '../connection/statement.js';
import { shardLocal } from './statement-settings.js';

/** Leaves out rows that a later delete in the log has removed. Needed only when a log is read again. */
const notDeletedLater =
  ' WHERE (project_id, trace_id) NOT IN (SELECT project_id, trace_id FROM tombstones WHERE log_partition = {log_partition:UInt32} AND log_offset > {log_offset:UInt64})';

/** The facts about a block on which its INSERT depends. */
export interface InsertOptions {
  readonly rowSchemaVersion: number;
  /** True if the log contains deletes after the block. */
  readonly isBeforeDeletes: boolean;
}

/**
 * Writes the INSERT for one block, whose rows share one log position and one row version. Columns
 * that a later version added get their DEFAULT.
 */
export function insertStatement({ rowSchemaVersion, isBeforeDeletes }: InsertOptions): string {
  const columns = columnsOfVersion(rowSchemaVersion);
  const names = columns.map(({ name }) => `\`${name}\``).join(', ');
  const structure = columns.map(({ name, type }) => `\`${name}\` ${asRead(type)}`).join(', ');
  const added = insertColumns.map(({ name }) => name).join(', ');
  const constants = insertColumns.map(({ name, type }) => `{${name}:${type}}`).join(', ');
  return oneLine`
    INSERT INTO spans (${names}, ${added})
    SELECT ${names}, ${constants}
    FROM input('${structure.replaceAll("'", "\\'")}')${isBeforeDeletes ? notDeletedLater : ''}
    FORMAT RowBinary
  `;
}

/** Counts the rows at one log position, and those of them whose trace is in the trace index. */
export function selectStoredRows(logPartition: number, logOffset: bigint): Statement {
  const parameters = new StatementParameters();
  const offset = parameters.bind('UInt64', logOffset);
  const place = `log_partition = ${parameters.bind('UInt32', logPartition)} AND log_offset = ${offset}`;
  return parameters.statement`
    SELECT count(), countIf((project_id, trace_id) IN
    (SELECT project_id, trace_id FROM trace_index WHERE max_log_offset >= ${offset}
    AND (project_id, trace_id) IN (SELECT project_id, trace_id FROM spans WHERE ${place})))
    FROM spans WHERE ${place} SETTINGS ${shardLocal} FORMAT TabSeparated
  `;
}

/** Reads dictionary columns as plain text: building a dictionary from a whole column costs less. */
function asRead(type: string): string {
  return type.replaceAll('LowCardinality(String)', 'String');
}

/** Larger than any block, so that one request becomes one part in each partition. */
const beyondAnyBlock = '1000000000';

/** Settings that store each request as one block, and once per deduplication token (docs/adr/053). */
export const insertSettings = {
  // The answer, and its HTTP status, arrives only after all parts and views are written.
  wait_end_of_query: 1,
  async_insert: 0,
  // Merges replace old versions. A block rarely contains any, so the insert does not search for them.
  optimize_on_insert: 0,
  deduplicate_insert: 'enable',
  // The SELECT reads only the request body, so a repeated one gives the same rows. ClickHouse must
  // refuse the insert rather than skip deduplication.
  deduplicate_insert_select: 'force_enable',
  deduplicate_blocks_in_dependent_materialized_views: 1,
  max_threads: 1,
  max_insert_threads: '1',
  max_insert_block_size: beyondAnyBlock,
  min_insert_block_size_rows: beyondAnyBlock,
  min_insert_block_size_bytes: beyondAnyBlock,
  // Building these indexes costs as much as the rest of the insert. Merges build them later.
  exclude_materialize_skip_indexes_on_insert: 'attributes_words_bloom, events_words_bloom',
  // Every retention period has its own partitions; the default limit of 100 could stop the log.
  max_partitions_per_insert_block: '0',
} as const;

import {
  columnsOfVersion,
  insertColumns,
  ROW_SCHEMA_VERSION,
  toLogOffset,
} from '@spanhouse/span-row';
import { bind, bindId, bindTime, type Statement, sql } from '../connection/statement.js';
import { shardLocal } from '../selection/statement-settings.js';
import { bucket } from '../selection/time-ranges.js';

/** The spans of one project in one partition of the table. */
export interface CopyUnit {
  readonly retentionDays: number;
  /** First day of the week in which the spans were received, for example 2026-05-03. */
  readonly week: string;
  readonly projectId: string;
}

/** A part of the table's sort key, within a unit. */
export interface CopyKey {
  readonly bucket: string;
  /** Id of the trace as 32 hex digits. */
  readonly traceId: string;
}

/** The rows of a unit after the key `after`, up to and including the key `last`. */
export interface CopyRange {
  readonly unit: CopyUnit;
  readonly after: CopyKey | undefined;
  readonly last: CopyKey;
}

/** The rows to copy. They belong to logs before `endGeneration` and do not expire soon. */
export interface CopiedRows {
  readonly endGeneration: number;
  /**
   * Time in ns since the Unix epoch. Rows that expire before it are not copied, because either server may drop them
   * during the copy.
   */
  readonly expiryNs: bigint;
}

const columns = [...columnsOfVersion(ROW_SCHEMA_VERSION), ...insertColumns].map(
  ({ name }) => `\`${name}\``,
);
/** Estimated size of a row without `attributes` and `packed`. */
const ROW_BYTES = 500;

/** Selects the units to copy, each with its number of rows. */
export function selectUnits(rows: CopiedRows): Statement {
  return sql`
    SELECT retention_days, toString(toStartOfWeek(received_at)) AS week, toString(project_id) AS project, toString(count())
    FROM spans WHERE ${isCopied(rows)} GROUP BY ALL ORDER BY ALL FORMAT JSONCompactEachRow
  `;
}

/**
 * Selects the last key of the range that follows a key. The range has at most `maxRows` rows and `maxBytes` bytes. It
 * is larger only if the rows of one trace and bucket exceed a limit. Selects no row if no rows remain.
 */
export function selectRangeEnd(
  { unit, after }: Omit<CopyRange, 'last'>,
  rows: CopiedRows,
  limits: { readonly maxRows: number; readonly maxBytes: number },
): Statement {
  const order = 'project_id, bucket, trace_id';
  const window = `(ORDER BY ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`;
  const conditions = [...isOfUnit(unit), ...isAfter(after)];
  return sql`
    SELECT toString(bucket), lower(hex(trace_id)) FROM (
      SELECT *, row_number() OVER ${window} AS number, sum(bytes) OVER ${window} AS total FROM (
        SELECT project_id, ${bucket} AS bucket, trace_id, attributes.size + packed.size + ${ROW_BYTES} AS bytes
        FROM spans WHERE ${conditions.join(' AND ')} AND ${isCopied(rows)}
        ORDER BY project_id, ${bucket}, trace_id LIMIT ${bind('UInt64', limits.maxRows)}
      )
    ) WHERE number = 1 OR total <= ${bind('UInt64', limits.maxBytes)}
    ORDER BY number DESC LIMIT 1 FORMAT TabSeparated
  `;
}

/** Selects the rows of a range without duplicates. */
export function selectRange(range: CopyRange, rows: CopiedRows): Statement {
  return sql`
    SELECT ${columns.join(', ')} FROM spans FINAL WHERE ${isInRange(range, rows)} FORMAT Native
  `;
}

export const insertRange = `INSERT INTO spans (${columns.join(', ')}) FORMAT Native`;

/** Counts the distinct rows in a range, and those among them whose trace is in the trace index. */
export function countRange(range: CopyRange, rows: CopiedRows): Statement {
  const condition = isInRange(range, rows);
  const traces = `SELECT project_id, trace_id FROM spans WHERE ${condition}`;
  return sql`
    SELECT count(), countIf((project_id, trace_id) IN
    (SELECT project_id, trace_id FROM trace_index WHERE (project_id, trace_id) IN (${traces})))
    FROM spans FINAL WHERE ${condition} SETTINGS ${shardLocal} FORMAT TabSeparated
  `;
}

/** Counts the rows, deletes and ledger entries of messages from this or a later generation of the log. */
export function countFromGeneration(generation: number): Statement {
  const condition = `log_offset >= ${bind('UInt64', toLogOffset(generation, 0))}`;
  const count = (table: string) => `(SELECT count() FROM ${table} WHERE ${condition})`;
  return sql`
    SELECT ${count('spans')} + ${count('tombstones')} + ${count('message_ledger')} FORMAT TabSeparated
  `;
}

/** Selects the names of a table's columns, in the order of the table. */
export function selectColumns(table: string): Statement {
  return sql`
    SELECT name FROM system.columns WHERE database = currentDatabase() AND table = ${bind('String', table)}
    ORDER BY position FORMAT TabSeparated
  `;
}

/** Selects the deletes after a position, in log order. */
export function selectTombstones(
  after: readonly [partition: number, offset: bigint],
  { endGeneration }: Pick<CopiedRows, 'endGeneration'>,
  limit: number,
): Statement {
  const [partition, offset] = [bind('UInt32', after[0]), bind('UInt64', after[1])];
  return sql`
    SELECT log_partition, toString(log_offset), toString(project_id), lower(hex(trace_id)) FROM tombstones FINAL
    WHERE (log_partition > ${partition} OR (log_partition = ${partition} AND log_offset > ${offset}))
    AND log_offset < ${endOf(endGeneration)}
    ORDER BY log_partition, log_offset LIMIT ${bind('UInt64', limit)} FORMAT JSONCompactEachRow
  `;
}

/** Returns SQL for the log position at which a generation begins. */
export function endOf(endGeneration: number): string {
  return bind('UInt64', toLogOffset(endGeneration, 0));
}

function isCopied({ endGeneration, expiryNs }: CopiedRows) {
  const cutoff = bindTime(expiryNs);
  return [
    `log_offset < ${endOf(endGeneration)}`,
    `(retention_days = 0 OR received_at + toIntervalDay(retention_days) > ${cutoff})`,
  ].join(' AND ');
}

function isInRange(range: CopyRange, rows: CopiedRows): string {
  const { unit, after, last } = range;
  const [end, trace] = [bind('Int64', last.bucket), bindId(last.traceId)];
  return [
    ...isOfUnit(unit),
    ...isAfter(after),
    `${bucket} <= ${end}`,
    `(${bucket} < ${end} OR trace_id <= ${trace})`,
    isCopied(rows),
  ].join(' AND ');
}

/**
 * Returns the SQL conditions for a unit. With them, ClickHouse skips other partitions of the table and other projects.
 */
function isOfUnit({ retentionDays, week, projectId }: CopyUnit) {
  const begin = `toDateTime64(${bind('String', `${week} 00:00:00`)}, 9, 'UTC')`;
  return [
    `retention_days = ${bind('UInt16', retentionDays)}`,
    `received_at >= ${begin}`,
    `received_at < ${begin} + toIntervalDay(7)`,
    `project_id = ${bind('UUID', projectId)}`,
  ];
}

function isAfter(after: CopyKey | undefined): readonly string[] {
  if (after === undefined) {
    return [];
  }
  const begin = bind('Int64', after.bucket);
  const trace = bindId(after.traceId);
  return [`${bucket} >= ${begin}`, `(${bucket} > ${begin} OR trace_id > ${trace})`];
}

import { type Statement, StatementParameters } from './statement.js';

/** A deleted trace: its rows with a smaller place in the log are gone. */
export interface Tombstone {
  readonly project_id: string;
  readonly trace_id: string;
  readonly log_partition: number;
  readonly log_offset: bigint;
}

/** Columns of `trace_index` that say where a trace lies: a mark repeats what is known. */
const PLACE = [
  'min(first_received_at)',
  'max(last_received_at)',
  'min(min_start_time)',
  'max(max_start_time)',
  'max(max_end_time)',
  'max(max_log_offset)',
  'min(min_log_partition)',
  'max(max_log_partition)',
];
const PLACE_COLUMNS = PLACE.map((aggregate) => aggregate.slice(4, -1));

/**
 * Marks the traces in the trace index, where it knows them. Marked again they stay marked: the row
 * that a mark counts makes sums of the trace unusable, and no number of them usable.
 */
export function markDeleted(tombstones: readonly Tombstone[]): Statement {
  const parameters = new StatementParameters();
  const query = [
    `INSERT INTO trace_index (project_id, trace_id, retention_days, received_week, ${PLACE_COLUMNS.join(', ')}, deleted_before, row_count)`,
    `SELECT project_id, trace_id, retention_days, received_week, ${PLACE.join(', ')}, max(end), 1`,
    'FROM trace_index INNER JOIN',
    `(SELECT project_id, trace_id, max(log_offset) AS end FROM ${listed(tombstones, parameters)} GROUP BY ALL) AS deletes`,
    'USING (project_id, trace_id)',
    `WHERE ${isListed(tombstones, parameters)}`,
    'GROUP BY project_id, trace_id, retention_days, received_week',
  ].join(' ');
  return { query, query_params: parameters.values };
}

export function insertTombstones(tombstones: readonly Tombstone[]): Statement {
  const parameters = new StatementParameters();
  const query = [
    'INSERT INTO tombstones (project_id, trace_id, log_partition, log_offset)',
    `SELECT project_id, trace_id, log_partition, log_offset FROM ${listed(tombstones, parameters)}`,
  ].join(' ');
  return { query, query_params: parameters.values };
}

export function selectLastTombstone(logPartition: number): Statement {
  const parameters = new StatementParameters();
  const partition = parameters.bind('UInt32', logPartition);
  const query = `SELECT max(log_offset) FROM tombstones WHERE log_partition = ${partition} FORMAT TabSeparated`;
  return { query, query_params: parameters.values };
}

/** Those whose rows have not been removed, the oldest first. */
export function selectRemovable(limit: number): Statement {
  const parameters = new StatementParameters();
  const query = [
    'SELECT toString(project_id), lower(hex(trace_id)), log_partition, log_offset FROM tombstones FINAL',
    `WHERE NOT is_removed ORDER BY recorded_at LIMIT ${parameters.bind('UInt64', limit)} FORMAT TabSeparated`,
  ].join(' ');
  return { query, query_params: parameters.values };
}

export function deleteRows(tombstones: readonly Tombstone[]): Statement {
  const parameters = new StatementParameters();
  const query = `DELETE FROM spans WHERE ${isBefore('log_offset', tombstones, parameters)}`;
  return { query, query_params: parameters.values };
}

/** What the trace index knows of rows before the tombstones alone. */
export function deleteIndexRows(tombstones: readonly Tombstone[]): Statement {
  const parameters = new StatementParameters();
  const query = `DELETE FROM trace_index WHERE ${isBefore('max_log_offset', tombstones, parameters)}`;
  return { query, query_params: parameters.values };
}

/** Traces that were sent again: the trace index may have put their old and new rows together. */
export function selectSentAgain(tombstones: readonly Tombstone[]): Statement {
  const parameters = new StatementParameters();
  const query = [
    'SELECT DISTINCT toString(project_id), lower(hex(trace_id)) FROM trace_index',
    `WHERE ${isListed(tombstones, parameters)} AND max_log_offset >= ${endOf(tombstones, parameters)}`,
    'FORMAT TabSeparated',
  ].join(' ');
  return { query, query_params: parameters.values };
}

export function markRemoved(tombstones: readonly Tombstone[]): Statement {
  const parameters = new StatementParameters();
  const query = [
    'INSERT INTO tombstones (project_id, trace_id, log_partition, log_offset, recorded_at, is_removed)',
    'SELECT project_id, trace_id, log_partition, log_offset, recorded_at, true FROM tombstones FINAL',
    `WHERE (project_id, trace_id, log_partition, log_offset) IN (SELECT * FROM ${listed(tombstones, parameters)})`,
  ].join(' ');
  return { query, query_params: parameters.values };
}

/** How many deletions ClickHouse still works at, and why the first of them fails if it does. */
export function selectUnfinished(): Statement {
  const query = [
    'SELECT count(), any(latest_fail_reason) FROM system.mutations',
    "WHERE database = currentDatabase() AND table IN ('spans', 'trace_index') AND NOT is_done FORMAT TabSeparated",
  ].join(' ');
  return { query, query_params: {} };
}

function listed(tombstones: readonly Tombstone[], parameters: StatementParameters): string {
  const columns = [
    parameters.bind(
      'Array(UUID)',
      tombstones.map(({ project_id }) => project_id),
    ),
    parameters.bind(
      'Array(String)',
      tombstones.map(({ trace_id }) => trace_id),
    ),
    parameters.bind(
      'Array(UInt32)',
      tombstones.map(({ log_partition }) => log_partition),
    ),
    parameters.bind(
      'Array(UInt64)',
      tombstones.map(({ log_offset }) => log_offset),
    ),
  ];
  return [
    '(SELECT row.1 AS project_id, toFixedString(unhex(row.2), 16) AS trace_id, row.3 AS log_partition, row.4 AS log_offset',
    `FROM (SELECT arrayJoin(arrayZip(${columns.join(', ')})) AS row))`,
  ].join(' ');
}

/** Both columns by themselves, as primary keys and bloom filters want them. */
function isListed(tombstones: readonly Tombstone[], parameters: StatementParameters): string {
  const projects = [...new Set(tombstones.map(({ project_id }) => project_id))];
  const traces = [...new Set(tombstones.map(({ trace_id }) => trace_id))];
  const traceIds = `arrayMap(id -> toFixedString(unhex(id), 16), ${parameters.bind('Array(String)', traces)})`;
  return `project_id IN ${parameters.bind('Array(UUID)', projects)} AND trace_id IN ${traceIds}`;
}

function isBefore(
  position: string,
  tombstones: readonly Tombstone[],
  parameters: StatementParameters,
): string {
  return `${isListed(tombstones, parameters)} AND ${position} < ${endOf(tombstones, parameters)}`;
}

/** Where the deleted rows of a row's trace end: 0 for every other trace. */
function endOf(tombstones: readonly Tombstone[], parameters: StatementParameters): string {
  const ends = new Map<string, bigint>();
  for (const { project_id, trace_id, log_offset } of tombstones) {
    const key = `${project_id}${trace_id}`;
    const known = ends.get(key);
    ends.set(key, known === undefined || known < log_offset ? log_offset : known);
  }
  const keys = parameters.bind('Array(String)', [...ends.keys()]);
  const values = parameters.bind('Array(UInt64)', [...ends.values()]);
  return `transform(concat(toString(project_id), lower(hex(trace_id))), ${keys}, ${values}, toUInt64(0))`;
}

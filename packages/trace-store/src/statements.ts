import { STORED_SPAN_COLUMNS, type StoredSpanColumn } from '@spanhouse/span-row';
import { type DeletedTrace, notDeleted } from './deleted-traces.js';
import { NOT_EXPIRED, selectionConditions } from './selection-conditions.js';
import { type Statement, StatementParameters } from './statement.js';
import type { TimeRange } from './time-ranges.js';
import type { SpanPosition, SpanSelection } from './trace-reader.js';

/**
 * A look-up reads a few granules: whatever ClickHouse would do first, to read more of them faster,
 * costs more than it saves (docs/adr/111).
 */
const LOOK_UP = [
  'SETTINGS max_threads = 1, use_skip_indexes_on_data_read = 0, use_statistics = 0,',
  'output_format_parallel_formatting = 0, optimize_use_projections = 0,',
  "optimize_use_implicit_projections = 0, ignore_data_skipping_indices = 'log_offset_minmax',",
  'enable_multiple_prewhere_read_steps = 0',
].join(' ');
/** The planner of before plans faster, but does not take the lambda of `notDeleted` for a constant. */
const PLAIN_LOOK_UP = `${LOOK_UP}, enable_analyzer = 0`;
const VERSION = '(received_at, log_offset, start_time)';
const STORED = listed(STORED_SPAN_COLUMNS);

export interface WalkStep {
  readonly after: SpanPosition | undefined;
  readonly limit: number;
  /** Deletes the walk has come across. */
  readonly deleted: readonly DeletedTrace[];
}

const KEY = [
  'toUnixTimestamp64Nano(start_time)',
  'lower(hex(trace_id))',
  'lower(hex(span_id))',
  'toUnixTimestamp64Nano(received_at)',
].join(', ');

/** The places of the rows that match, in order. Older versions of a span are among them. */
export function selectKeys(selection: SpanSelection, step: WalkStep): Statement {
  return selectInOrder(selection, { ...step, columns: KEY, format: 'TabSeparated' });
}

/** The rows themselves; ClickHouse reads the wide columns only of those within the limit. */
export function selectRows(selection: SpanSelection, step: WalkStep): Statement {
  return selectInOrder(selection, { ...step, columns: STORED, format: 'RowBinary' });
}

/** Ordered as the sort key begins, so that ClickHouse reads no further than the limit. */
function selectInOrder(
  selection: SpanSelection,
  { after, limit, deleted, columns, format }: WalkStep & { columns: string; format: string },
): Statement {
  const parameters = new StatementParameters();
  const conditions = selectionConditions(selection, parameters);
  conditions.push(...notDeleted(deleted, parameters));
  const [beyond, direction] = selection.order === 'ascending' ? ['>', 'ASC'] : ['<', 'DESC'];
  if (after !== undefined) {
    const time = parameters.bindTime(after.start_time);
    const ids = `${parameters.bindId(after.trace_id)}, ${parameters.bindId(after.span_id)}`;
    conditions.push(`start_time ${beyond}= ${time}`); // the primary key sees this one
    conditions.push(`(start_time, trace_id, span_id) ${beyond} (${time}, ${ids})`);
  }
  const query = [
    `SELECT ${columns} FROM spans WHERE ${conditions.join(' AND ')}`,
    `ORDER BY start_time ${direction}, trace_id ${direction}, span_id ${direction}`,
    `LIMIT ${parameters.bind('UInt64', limit)} FORMAT ${format}`,
  ].join(' ');
  return { query, query_params: parameters.values };
}

export interface SpanIds {
  readonly project_id: string;
  readonly trace_ids: readonly string[] | undefined;
  readonly span_ids: readonly string[] | undefined;
  /** Where their starts lie; `undefined` = anywhere. */
  readonly ranges: readonly TimeRange[] | undefined;
  readonly deleted: readonly DeletedTrace[];
}

/** Where the version that counts of each of the spans starts, and when it was received. */
export function selectVersions(ids: SpanIds): Statement {
  const parameters = new StatementParameters();
  const query = `${newestVersions(idConditions(ids, parameters))} FORMAT TabSeparated`;
  return { query, query_params: parameters.values };
}

/** The places of the spans that a look-up shows, by (start_time, trace_id, span_id). */
export function selectShownKeys(ids: SpanIds): Statement {
  const parameters = new StatementParameters();
  const query = [
    newestVersions([...idConditions(ids, parameters), NOT_EXPIRED]),
    `ORDER BY newest.3, trace_id, span_id ${LOOK_UP} FORMAT TabSeparated`,
  ].join(' ');
  return { query, query_params: parameters.values };
}

function newestVersions(conditions: readonly string[]): string {
  return [
    'SELECT toUnixTimestamp64Nano(newest.3), lower(hex(trace_id)), lower(hex(span_id)), toUnixTimestamp64Nano(newest.1)',
    `FROM (SELECT trace_id, span_id, max(${VERSION}) AS newest`,
    `FROM spans WHERE ${conditions.join(' AND ')} GROUP BY trace_id, span_id)`,
  ].join(' ');
}

/** What is known of the rows of a look-up, and spares ClickHouse work. */
export interface KnownRows {
  readonly hasVersions: boolean;
  readonly hasExpired: boolean;
  /** When they were received: spares ClickHouse the parts that hold none of them. */
  readonly received?: TimeRange | undefined;
  /** Rows up to this place in the log have set these columns at most: no other row is selected. */
  readonly set?: { readonly columns: readonly StoredSpanColumn[]; readonly upTo: bigint };
}

/**
 * Whole rows; where spans may have versions, the one that counts last among those of a span that
 * start at the same time.
 */
export function selectSpans(ids: SpanIds, known: KnownRows): Statement {
  const { hasVersions, hasExpired, received, set } = known;
  const parameters = new StatementParameters();
  const conditions = idConditions(ids, parameters);
  if (hasExpired) {
    conditions.push(NOT_EXPIRED);
  }
  if (received !== undefined) {
    conditions.push(`received_at >= ${parameters.bindTime(received.from)}`);
    conditions.push(`received_at <= ${parameters.bindTime(received.to)}`);
  }
  if (set !== undefined) {
    conditions.push(`log_offset <= ${parameters.bind('UInt64', set.upTo)}`);
  }
  const query = [
    `SELECT ${listed(set?.columns ?? STORED_SPAN_COLUMNS)} FROM spans WHERE ${conditions.join(' AND ')}`,
    ...(hasVersions ? ['ORDER BY start_time, trace_id, span_id, received_at, log_offset'] : []),
    `${ids.deleted.length === 0 ? PLAIN_LOOK_UP : LOOK_UP} FORMAT RowBinary`,
  ].join(' ');
  return { query, query_params: parameters.values };
}

function listed(columns: readonly StoredSpanColumn[]): string {
  return columns.map((name) => `\`${name}\``).join(', ');
}

export interface RankedTraces {
  readonly traceIds: readonly string[];
  readonly ranges: readonly TimeRange[];
  readonly deleted: readonly DeletedTrace[];
}

/**
 * The latest start of the spans of each trace that match now. All versions take part, so that an
 * older one that matches counts for nothing.
 */
export function selectRanks(
  selection: SpanSelection,
  { traceIds, ...where }: RankedTraces,
): Statement {
  const parameters = new StatementParameters();
  const { project_id } = selection;
  const ids = { project_id, trace_ids: traceIds, span_ids: undefined, ...where };
  const conditions = selectionConditions(selection, parameters).join(' AND ');
  const query = [
    'SELECT lower(hex(trace_id)), toUnixTimestamp64Nano(max(newest.1)) FROM (',
    `SELECT trace_id, span_id, argMax((start_time, ${conditions}), ${VERSION}) AS newest`,
    `FROM spans WHERE ${idConditions(ids, parameters).join(' AND ')}`,
    'GROUP BY trace_id, span_id',
    ') WHERE newest.2 GROUP BY trace_id FORMAT TabSeparated',
  ].join(' ');
  return { query, query_params: parameters.values };
}

/** Where the traces lie in time, and whether they hold more rows than spans. */
export function selectExtents(project_id: string, traceIds: readonly string[]): Statement {
  const parameters = new StatementParameters();
  const query = [
    'SELECT lower(hex(trace_id)), toUnixTimestamp64Nano(min(min_start_time)), toUnixTimestamp64Nano(max(max_start_time)),',
    'sum(row_count), uniqExactMerge(span_ids), max(max_log_offset), min(min_log_partition), max(max_log_partition),',
    'toUnixTimestamp64Nano(min(first_received_at)), toUnixTimestamp64Nano(max(last_received_at)),',
    'min(retention_days), max(retention_days), toUnixTimestamp64Nano(now64(9)),',
    'max(deleted_before), groupBitOr(rarely_set)',
    `FROM trace_index WHERE project_id = ${parameters.bind('UUID', project_id)}`,
    `AND ${parameters.isOneOf('trace_id', traceIds)}`,
    `GROUP BY trace_id ${PLAIN_LOOK_UP} FORMAT TabSeparated`,
  ].join(' ');
  return { query, query_params: parameters.values };
}

export function idConditions(
  { project_id, trace_ids: traceIds, span_ids: spanIds, ranges, deleted }: SpanIds,
  parameters: StatementParameters,
): string[] {
  const conditions = [`project_id = ${parameters.bind('UUID', project_id)}`];
  if (ranges !== undefined) {
    const starts = ranges.map(
      ({ from, to }) =>
        `start_time >= ${parameters.bindTime(from)} AND start_time <= ${parameters.bindTime(to)}`,
    );
    conditions.push(`(${starts.join(' OR ')})`);
  }
  if (traceIds !== undefined) {
    conditions.push(parameters.isOneOf('trace_id', traceIds));
  }
  if (spanIds !== undefined) {
    conditions.push(parameters.isOneOf('span_id', spanIds));
  }
  conditions.push(...notDeleted(deleted, parameters));
  return conditions;
}

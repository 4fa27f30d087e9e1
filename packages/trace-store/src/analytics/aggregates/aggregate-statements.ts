import { bind, type Statement, sql } from '../../connection/statement.js';
import { shardLocal } from '../../selection/statement-settings.js';
import type { AggregateField, SpanAggregation, TimeBuckets } from '../../span-aggregation.js';
import { spanRows, toUnion } from '../totals/span-rows.js';
import { bucketOf, sinceOldest, traceRows } from '../totals/trace-entries.js';
import type { Unresolved } from '../totals/unresolved-traces.js';
import {
  absenceColumn,
  fieldForm,
  fieldToColumn,
  measuredColumns,
  measureToSql,
  type NamedColumns,
  orderOfField,
  valueColumn,
} from './aggregate-columns.js';

/** An aggregation, its snapshot, and the unresolved traces in that snapshot. */
export interface Aggregated {
  readonly aggregation: SpanAggregation;
  readonly unresolved: Unresolved;
}

export const asRows = `SETTINGS ${shardLocal}, output_format_json_quote_64bit_integers = 0 FORMAT JSONCompactEachRow`;

/** Returns SQL for a table with one row per entry. Each row has `start_time`, `is_outdated` and the given columns. */
export function entries(
  { aggregation: { selection, focus }, unresolved }: Aggregated,
  columns: NamedColumns,
): string {
  const all = Object.values(columns);
  const named = Object.keys(columns).map((name, index) => `v${index} AS ${name}`);
  if (focus === 'trace') {
    const rows = traceRows(selection, unresolved, all);
    return toUnion(rows, ['start_time', 'is_outdated', ...named]);
  }
  const ofSpans = all.filter((column) => column.kind === 'root');
  const rows = spanRows(selection, unresolved, ofSpans);
  return toUnion(rows, ['start_time', '0 AS is_outdated', ...named]);
}

/**
 * Selects one row with the number of entries, the measures, the smallest and largest values on the value axis, and the
 * number of entries that lack each of the `marked` facets.
 */
export function selectTotal(aggregated: Aggregated, marked: readonly AggregateField[]): Statement {
  const { measures, value, focus } = aggregated.aggregation;
  const absent = marked.map(absenceColumn);
  const columns = {
    ...measuredColumns(aggregated.aggregation),
    ...(value && { axis: valueColumn(value.path, focus) }),
    ...Object.fromEntries(absent.map((column, index) => [`absent${index}`, column])),
  };
  const isOnAxis = value?.scale === 'log' ? 'axis > 0' : 'axis IS NOT NULL';
  const bound = (comparison: string, number: number | undefined) =>
    number === undefined ? [] : [`axis ${comparison} ${bind('Float64', number)}`];
  const isInside = [isOnAxis, ...bound('>=', value?.min), ...bound('<=', value?.max)].join(' AND ');
  const extremes =
    value === undefined
      ? 'NULL, NULL, 0'
      : `minOrNullIf(axis, ${isOnAxis}), maxOrNullIf(axis, ${isOnAxis}), countIf(${isInside})`;
  return sql`
    SELECT max(is_outdated), count(), tuple(${['0', ...measures.map(measureToSql)].join(', ')}), ${extremes},
    [${absent.map((_, index) => `countIf(absent${index})`).join(', ')}]
    FROM (${entries(aggregated, columns)}) ${asRows}
  `;
}

/** A group, followed by the number of groups and the number of entries in all groups together. */
export type GroupRow = readonly [
  outdated: number,
  texts: readonly string[],
  count: number,
  groups: number,
  entries: number,
];

/** Selects the groups with the most entries. */
export function selectGroups(aggregated: Aggregated): Statement {
  const { groupBy, limit } = aggregated.aggregation;
  const columns = fieldColumns(groupBy);
  const names = Object.keys(columns);
  const order = groupBy.flatMap((field, index) => orderOfField(`g${index}`, fieldForm(field)));
  return sql`
    SELECT outdated, [${names.join(', ')}], n, groups, entries FROM (
    SELECT *, max(is_outdated) OVER () AS outdated, count() OVER () AS groups, sum(n) OVER () AS entries FROM (
    SELECT ${names.join(', ')}, max(is_outdated) AS is_outdated, count() AS n
    FROM (${entries(aggregated, columns)}) GROUP BY ${names.join(', ')}))
    ORDER BY n DESC, ${order.join(', ')} LIMIT ${bind('UInt64', limit)} ${asRows}
  `;
}

/** The bins and groups for which rows are selected, as determined by earlier statements. */
export interface RowLimits {
  /** The lower edge of each bin and the upper edge of the last bin; undefined without a value axis. */
  readonly edges: readonly number[] | undefined;
  /** The encoded field values of each group for which rows are selected. */
  readonly groups: readonly (readonly string[])[];
}

/**
 * Selects one row for each combination of bucket, bin and group that has entries. A bin is identified by its lower
 * edge.
 */
export function selectRows(aggregated: Aggregated, { edges, groups }: RowLimits): Statement {
  const { time, value, focus, groupBy, measures } = aggregated.aggregation;
  const columns = {
    ...fieldColumns(groupBy),
    ...measuredColumns(aggregated.aggregation),
    ...(value && { axis: valueColumn(value.path, focus) }),
  };
  const names = groupBy.map((_, index) => `g${index}`);
  const bucket = time === undefined ? '0' : bucketsOf(time);
  const conditions = [
    ...(names.length === 0 ? [] : [isOneOfGroups(names, groups)]),
    ...(edges === undefined ? [] : [isWithin(edges)]),
  ];
  const bin =
    edges === undefined
      ? '0.'
      : `roundDown(assumeNotNull(axis), ${bind('Array(Float64)', edges.slice(0, -1))})`;
  return sql`
    SELECT max(is_outdated), ${bucket} AS bucket, ${bin} AS bin, [${names.join(', ')}],
    tuple(${['count()', ...measures.map(measureToSql)].join(', ')})
    FROM (${entries(aggregated, columns)})
    ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}
    GROUP BY ${['bucket', 'bin', ...names].join(', ')} ${asRows}
  `;
}

/**
 * Returns SQL for the bucket number of `start_time`. If buckets overlap, the SQL yields one row for each bucket that
 * contains the entry.
 */
function bucketsOf(time: TimeBuckets): string {
  const last = bucketOf(time);
  const { bucketNs, overlap } = time;
  if (overlap === undefined) {
    return last;
  }
  const started = sinceOldest(time);
  const lasts = bind('UInt64', overlap.lastsNs);
  const since = `intDiv(${started} - ${lasts}, ${bind('UInt64', bucketNs)}) + 1`;
  // The difference is signed, but both arguments of `range` must have the same type.
  const first = `toUInt64(if(${started} < ${lasts}, 0, ${since}))`;
  const end = `least(${last} + 1, ${bind('UInt64', overlap.buckets)})`;
  return `arrayJoin(range(${first}, ${end}))`;
}

function isWithin(edges: readonly number[]): string {
  const bindEdge = (edge: number | undefined) => bind('Float64', edge ?? 0);
  return `axis >= ${bindEdge(edges[0])} AND axis <= ${bindEdge(edges.at(-1))}`;
}

function isOneOfGroups(names: readonly string[], groups: readonly (readonly string[])[]): string {
  const texts = names.map((_, index) =>
    bind(
      'Array(String)',
      groups.map((group) => group[index] ?? ''),
    ),
  );
  return names.length === 1
    ? `${names[0]} IN ${texts[0]}`
    : `(${names.join(', ')}) IN arrayZip(${texts.join(', ')})`;
}

function fieldColumns(fields: readonly AggregateField[]) {
  return Object.fromEntries(fields.map((field, index) => [`g${index}`, fieldToColumn(field)]));
}

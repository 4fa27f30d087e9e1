import { jsonRows } from '../connection/json-rows.js';
import type { RunStatement } from '../connection/run-statement.js';
import { createQueue } from '../connection/run-together.js';
import { StatementParameters } from '../connection/statement.js';
import type {
  AggregateField,
  AggregateRow,
  Facet,
  Measured,
  SpanAggregate,
  SpanAggregation,
} from '../span-aggregation.js';
import { binEdges } from '../value-bins.js';
import { formOf, measuredColumns, toJson, valueColumn } from './aggregate-columns.js';
import {
  type Aggregated,
  type RowLimits,
  selectRows,
  selectTop,
  selectTotal,
} from './aggregate-statements.js';
import { type Attempt, untilCurrent } from './late-entries.js';
import { isRoot } from './trace-entries.js';
import { readUnresolved, type UnresolvedScope } from './unresolved-traces.js';

/** Counts and measures the selected spans or traces: all, by time, value and fields, and the values of facets. */
export async function aggregateSpans(
  run: RunStatement,
  aggregation: SpanAggregation,
): Promise<SpanAggregate> {
  return await untilCurrent(async () => {
    const unresolved = await readUnresolved(run, scopeOf(aggregation));
    return await aggregate(run, { aggregation, unresolved });
  });
}

function scopeOf({ selection, focus, value, measures }: SpanAggregation): UnresolvedScope {
  const isTrace = focus === 'trace';
  const axis = (parameters: StatementParameters) =>
    value === undefined ? [] : [valueColumn(value.path, focus, parameters)];
  const columns = [
    ...Object.values(measuredColumns({ measures, focus })),
    ...axis(new StatementParameters()).map(({ column }) => column),
  ];
  return {
    selection,
    only: () => (isTrace ? isRoot : 'true'),
    isOneRow: isTrace,
    needsTotals: columns.some(({ kind }) => kind === 'total'),
    isUnclear: (parameters) =>
      axis(parameters).flatMap(({ isUnclear }) => isUnclear ?? [])[0] ?? 'false',
  };
}

async function aggregate(
  run: RunStatement,
  aggregated: Aggregated,
): Promise<Attempt<SpanAggregate>> {
  const { aggregation } = aggregated;
  const { groupBy, facets, value, time } = aggregation;
  const queued = createQueue();
  const read = async <Row extends readonly unknown[]>(statement: Parameters<RunStatement>[0]) =>
    jsonRows<Row>(await queued(() => run(statement)));
  const total = read<TotalRow>(selectTotal(aggregated));
  const top =
    groupBy.length === 0
      ? Promise.resolve([])
      : read<TopRow>(selectTop(aggregated, groupBy, { isFacet: false }));
  const readRows = async () => {
    const [[sums], groups] = await Promise.all([value === undefined ? [] : total, top]);
    const edges = value && edgesOf(sums, value);
    const limits = { edges, groups: groups.map(([, texts]) => texts) };
    const hasRows = time !== undefined || value !== undefined || groupBy.length > 0;
    return hasRows && canHaveRows(limits, aggregation)
      ? await read<MeasuredRow>(selectRows(aggregated, limits)).then((rows) => ({ rows, limits }))
      : { rows: [], limits };
  };
  const found = await Promise.all([
    total,
    top,
    readRows(),
    Promise.all(
      facets.map((facet) => read<TopRow>(selectTop(aggregated, [facet], { isFacet: true }))),
    ),
  ]);
  const [[sums], groups, { rows, limits }, facetRows] = found;
  const outdated = [sums, ...groups, ...rows, ...facetRows.flat()];
  return {
    result: {
      ...toTotal(sums, aggregation),
      rows: toRows(rows, limits, groupBy),
      others: toOthers(groups, sums),
      facets: facets.map((facet, index) => toFacet(facetRows[index] ?? [], facet)),
    },
    isOutdated: outdated.some((row) => row?.[0] === 1),
  };
}

type TotalRow = readonly [
  outdated: number,
  count: number,
  measured: Measured,
  min: number | null,
  max: number | null,
  inside: number,
];
type TopRow = readonly [
  outdated: number,
  texts: readonly string[],
  isListed: 0 | 1 | boolean,
  count: number,
  values: number,
  entries: number,
  absent: number,
];
type MeasuredRow = readonly [
  outdated: number,
  bucket: number,
  bin: number,
  texts: readonly string[],
  measured: Measured,
];

function boundsOf(
  row: TotalRow | undefined,
  { min, max }: NonNullable<SpanAggregation['value']>,
): { readonly min: number | null; readonly max: number | null } {
  return { min: min ?? row?.[3] ?? null, max: max ?? row?.[4] ?? null };
}

function edgesOf(
  row: TotalRow | undefined,
  axis: NonNullable<SpanAggregation['value']>,
): readonly number[] {
  const { min, max } = boundsOf(row, axis);
  return min === null || max === null ? [] : binEdges(axis, { min, max });
}

/** A bin without edges and a list without groups select nothing. */
function canHaveRows({ edges, groups }: RowLimits, { groupBy }: SpanAggregation): boolean {
  return (edges === undefined || edges.length > 0) && (groupBy.length === 0 || groups.length > 0);
}

function toTotal(
  row: TotalRow | undefined,
  { value }: SpanAggregation,
): Pick<SpanAggregate, 'count' | 'total' | 'value'> {
  const [, count = 0, measured = [], , , inside = 0] = row ?? [];
  return {
    count,
    total: measured.slice(1),
    value: value && { ...boundsOf(row, value), outside: count - inside },
  };
}

/** Orders rows by bucket, bin and rank of the group. */
function toRows(
  rows: readonly MeasuredRow[],
  { edges, groups }: RowLimits,
  groupBy: readonly AggregateField[],
): readonly AggregateRow[] {
  const ranks = new Map(groups.map((texts, index) => [JSON.stringify(texts), index]));
  const rankOf = ([, , , texts]: MeasuredRow) => ranks.get(JSON.stringify(texts)) ?? 0;
  return rows
    .map((row) => ({ row, rank: rankOf(row) }))
    .toSorted(
      (left, right) =>
        left.row[1] - right.row[1] || left.row[2] - right.row[2] || left.rank - right.rank,
    )
    .map(({ row: [, bucket, bin, texts, measured] }) => ({
      bucket,
      bin: edges && binFrom(bin, edges),
      group: texts.map((text, index) => shownText(text, groupBy[index])),
      measured: measured.slice(1),
    }));
}

/** Returns the bounds of the last bin with this lower edge: the bins before it are empty. */
function binFrom(from: number, edges: readonly number[]): readonly [number, number] {
  const index = edges.slice(0, -1).lastIndexOf(from);
  return [from, edges[index + 1] ?? from];
}

function toOthers(groups: readonly TopRow[], total: TotalRow | undefined): SpanAggregate['others'] {
  const counted = groups.reduce((sum, [, , , count]) => sum + count, 0);
  return {
    groups: allGroups(groups[0]) - groups.length,
    count: groups.length === 0 ? 0 : (total?.[1] ?? 0) - counted,
  };
}

/** The group in which all fields are absent is a group, too. */
function allGroups(row: TopRow | undefined): number {
  const [, , , , values = 0, , absent = 0] = row ?? [];
  return values + (absent > 0 ? 1 : 0);
}

function toFacet(rows: readonly TopRow[], field: AggregateField): Facet {
  const [, , , , values = 0, entries = 0, absent = 0] = rows[0] ?? [];
  const listed = rows.filter(([, , isListed]) => Boolean(isListed));
  const counted = listed.reduce((sum, [, , , count]) => sum + count, 0);
  return {
    values: listed.map(([, [text = ''], , count]) => ({ json: shownText(text, field), count })),
    others: { values: values - listed.length, count: entries - absent - counted },
    absent,
  };
}

function shownText(text: string, field: AggregateField | undefined): string {
  return field === undefined ? 'null' : toJson(text, formOf(field));
}

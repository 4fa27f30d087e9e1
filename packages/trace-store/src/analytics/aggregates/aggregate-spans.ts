import { jsonRows, type RunStatement } from '../../connection/run-statement.js';
import { createQueue } from '../../connection/run-together.js';
import type {
  AggregateField,
  AggregateRow,
  Measured,
  SpanAggregate,
  SpanAggregation,
} from '../../span-aggregation.js';
import { untilCurrent } from '../totals/late-entries.js';
import { isRoot } from '../totals/trace-entries.js';
import { readUnresolved, type UnresolvedScope } from '../totals/unresolved-traces.js';
import { fieldForm, measuredColumns, toJson, valueColumn } from './aggregate-columns.js';
import { type FacetRow, facetPasses, selectFacets, toFacet } from './aggregate-facets.js';
import {
  type Aggregated,
  type GroupRow,
  type RowLimits,
  selectGroups,
  selectRows,
  selectTotal,
} from './aggregate-statements.js';
import { anyUnclear } from './metric-columns.js';
import { binEdges } from './value-bins.js';

/**
 * Counts and measures the selected spans or traces. The result contains a total, one row for each combination of time
 * bucket, value bin and group, and the values of the facets.
 */
export async function aggregateSpans(
  run: RunStatement,
  aggregation: SpanAggregation,
): Promise<SpanAggregate> {
  return await untilCurrent(async () => {
    const unresolved = await readUnresolved(run, scopeOf(aggregation));
    const aggregated = { aggregation, unresolved };
    return asksForGroups(aggregation)
      ? await countGroups(run, aggregated)
      : await aggregate(run, aggregated);
  });
}

function scopeOf({ selection, focus, value, measures }: SpanAggregation): UnresolvedScope {
  const isTrace = focus === 'trace';
  const axis = value && valueColumn(value.path, focus);
  const columns = [...Object.values(measuredColumns({ measures, focus })), ...(axis ? [axis] : [])];
  return {
    selection,
    only: isTrace ? isRoot : 'true',
    isOneRow: isTrace,
    needsTotals: columns.some(({ kind }) => kind === 'total'),
    isUnclear: anyUnclear(columns),
  };
}

async function aggregate(run: RunStatement, aggregated: Aggregated) {
  const { aggregation } = aggregated;
  const { groupBy, facets, value, time } = aggregation;
  const queued = createQueue();
  const read = async <Row extends readonly unknown[]>(statement: Parameters<RunStatement>[0]) =>
    jsonRows<Row>(await queued(() => run(statement)));
  const fields = distinctFields(facets);
  const marked = fields.filter((field) => fieldForm(field) === 'marked');
  const total = sumsUp(aggregation, marked)
    ? Promise.resolve([])
    : read<TotalRow>(selectTotal(aggregated, marked));
  const top = groupBy.length === 0 ? Promise.resolve([]) : read<GroupRow>(selectGroups(aggregated));
  const readRows = async () => {
    const [[sums], groups] = await Promise.all([value === undefined ? [] : total, top]);
    const edges = value && edgesOf(sums, value);
    const limits = { edges, groups: groups.map(([, texts]) => texts) };
    const hasRows = time !== undefined || value !== undefined || groupBy.length > 0;
    return hasRows && canHaveRows(limits, aggregation)
      ? await read<MeasuredRow>(selectRows(aggregated, limits)).then((rows) => ({ rows, limits }))
      : { rows: [], limits };
  };
  const readFacets = async (pass: readonly AggregateField[]) =>
    (await read<FacetRow>(selectFacets(aggregated, pass))).map((row) => ({
      row,
      field: pass[row[1]],
    }));
  const [[sums], groups, { rows, limits }, passes] = await Promise.all([
    total,
    top,
    readRows(),
    Promise.all(facetPasses(fields).map(readFacets)),
  ]);
  const facetRows = passes.flat();
  const all = sums ?? sumUp(rows, aggregation);
  const outdated = [all, ...groups, ...rows, ...facetRows.map(({ row }) => row)];
  const facetOf = (facet: AggregateField) => {
    const absent = all[6][marked.findIndex((field) => isSameField(field, facet))] ?? 0;
    const own = facetRows.flatMap(({ row, field }) =>
      field !== undefined && isSameField(field, facet) ? [row] : [],
    );
    return toFacet(own, facet, { entries: all[1], absent, limit: aggregation.limit });
  };
  return {
    result: {
      ...toTotal(all, aggregation),
      rows: toRows(rows, limits, groupBy),
      others: toOthers(groups, all),
      facets: facets.map(facetOf),
    },
    isOutdated: outdated.some((row) => row[0] === 1),
  };
}

function distinctFields(fields: readonly AggregateField[]): readonly AggregateField[] {
  return fields.filter(
    (field, index) => fields.findIndex((other) => isSameField(other, field)) === index,
  );
}

function isSameField(left: AggregateField, right: AggregateField): boolean {
  const keyOf = (field: AggregateField) => ('key' in field ? field.key : undefined);
  return left.field === right.field && keyOf(left) === keyOf(right);
}

/** Returns whether the total is the sum of the rows. If so, no separate statement is needed for the total. */
function sumsUp(
  { time, value, groupBy, measures }: SpanAggregation,
  marked: readonly AggregateField[],
): boolean {
  const isWhole = time !== undefined && value === undefined && groupBy.length === 0;
  const addUp = measures.every(({ kind }) => kind !== 'percentile' && kind !== 'latency');
  return isWhole && addUp && time.overlap === undefined && marked.length === 0;
}

function sumUp(rows: readonly MeasuredRow[], { measures }: SpanAggregation): TotalRow {
  const sumOf = (index: number) =>
    rows.reduce((sum, [, , , , measured]) => sum + (measured[index] ?? 0), 0);
  return [0, sumOf(0), [0, ...measures.map((_, index) => sumOf(index + 1))], null, null, 0, []];
}

type TotalRow = readonly [
  outdated: number,
  count: number,
  measured: Measured,
  min: number | null,
  max: number | null,
  inside: number,
  absent: readonly number[],
];
type MeasuredRow = readonly [
  outdated: number,
  bucket: number,
  bin: number,
  texts: readonly string[],
  measured: Measured,
];

function boundsOf(row: TotalRow | undefined, { min, max }: NonNullable<SpanAggregation['value']>) {
  return { min: min ?? row?.[3] ?? null, max: max ?? row?.[4] ?? null };
}

function edgesOf(row: TotalRow | undefined, axis: NonNullable<SpanAggregation['value']>) {
  const { min, max } = boundsOf(row, axis);
  return min === null || max === null ? [] : binEdges(axis, { min, max });
}

/** Returns false if there are no bins or no groups to select. */
function canHaveRows({ edges, groups }: RowLimits, { groupBy }: SpanAggregation): boolean {
  return (edges === undefined || edges.length > 0) && (groupBy.length === 0 || groups.length > 0);
}

function toTotal(row: TotalRow, { value }: SpanAggregation) {
  const [, count, measured, , , inside] = row;
  return {
    count,
    total: measured.slice(1),
    value: value && { ...boundsOf(row, value), outside: count - inside },
  };
}

/** Orders rows by bucket, then by bin, then by the rank of their group. */
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

/** Returns the bounds of the last bin with this lower edge. Earlier bins with the same lower edge are empty. */
function binFrom(from: number, edges: readonly number[]): readonly [number, number] {
  const index = edges.slice(0, -1).lastIndexOf(from);
  return [from, edges[index + 1] ?? from];
}

function toOthers(groups: readonly GroupRow[], [, count]: TotalRow): SpanAggregate['others'] {
  const counted = groups.reduce((sum, [, , own]) => sum + own, 0);
  return {
    groups: (groups[0]?.[3] ?? 0) - groups.length,
    count: groups.length === 0 ? 0 : count - counted,
  };
}

function shownText(text: string, field: AggregateField | undefined): string {
  return field === undefined ? 'null' : toJson(text, fieldForm(field));
}

/** Returns whether an aggregation requests only groups, so that one statement is enough. */
function asksForGroups(aggregation: SpanAggregation): boolean {
  const { groupBy, measures, facets, time, value } = aggregation;
  const isPlain = time === undefined && value === undefined && facets.length === 0;
  return isPlain && groupBy.length > 0 && measures.length === 0;
}

/** Lists groups, those with the most entries first. */
async function countGroups(run: RunStatement, aggregated: Aggregated) {
  const groups = jsonRows<GroupRow>(await run(selectGroups(aggregated)));
  const { groupBy } = aggregated.aggregation;
  const [, , , ofAll = 0, count = 0] = groups[0] ?? [];
  const rows = groups.map(([, texts]) => ({
    bucket: 0,
    bin: undefined,
    group: groupBy.map((field, index) => toJson(texts[index] ?? '', fieldForm(field))),
    measured: [],
  }));
  const shown = groups.reduce((sum, [, , own]) => sum + own, 0);
  return {
    result: {
      count,
      total: [],
      value: undefined,
      rows,
      others: { groups: ofAll - groups.length, count: count - shown },
      facets: [],
    },
    isOutdated: groups.some(([outdated]) => outdated === 1),
  };
}

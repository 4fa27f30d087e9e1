import { presentBits } from '@spanhouse/span-row';
import { jsonRows, type RunStatement } from '../../connection/run-statement.js';
import { type Statement, sql } from '../../connection/statement.js';
import { shardLocal } from '../../selection/statement-settings.js';
import type {
  BucketSelection,
  BucketSums,
  MetricBucket,
  MetricSpec,
  SumBucket,
} from '../../trace-analytics.js';
import { untilCurrent } from '../totals/late-entries.js';
import { fromRow, type RootColumn, spanRows } from '../totals/span-rows.js';
import {
  bucketOf,
  type EntryColumn,
  type EntrySource,
  isRoot,
  sumAtPath,
  toRowSelection,
  traceEntries,
} from '../totals/trace-entries.js';
import { readUnresolved, type UnresolvedScope } from '../totals/unresolved-traces.js';
import { decodeMetrics, metricAggregates } from './metric-aggregates.js';
import { type MetricColumn, metricAt, metricColumn } from './metric-columns.js';

/** Summarizes metrics of traces by bucket. The metrics of a bucket have the same order as `specs`. */
export async function measureTraces(
  run: RunStatement,
  selection: BucketSelection,
  specs: readonly MetricSpec[],
): Promise<readonly MetricBucket[]> {
  const scope: UnresolvedScope = {
    selection: toRowSelection(selection),
    only: isRoot,
    isOneRow: true,
    needsTotals: specs.some((spec) => totalAt(spec) !== undefined),
    isUnclear: anyUnclear(specs),
  };
  return await untilCurrent(async () => {
    const unresolved = await readUnresolved(run, scope);
    return decodeMetrics(await run(selectMetrics({ selection, unresolved }, specs)), specs);
  });
}

/** Selects one row for each bucket that has traces, with one column for each metric. */
export function selectMetrics(
  source: Omit<EntrySource, 'columns'>,
  specs: readonly MetricSpec[],
): Statement {
  const columns = specs.map((spec) => entryColumn(spec));
  const entries = traceEntries({ ...source, columns });
  const { collected, summed } = metricAggregates(specs);
  return sql`
    SELECT ${['bucket', 'outdated', ...summed].join(', ')} FROM (
    SELECT ${['bucket', 'max(is_outdated) AS outdated', ...collected].join(', ')} FROM (${entries}) GROUP BY bucket
    ) ORDER BY bucket SETTINGS ${shardLocal}, output_format_json_quote_64bit_integers = 0 FORMAT JSONCompactEachRow
  `;
}

/** Returns the total of the trace for a cumulative number, and the value of the root span for other metrics. */
function entryColumn(spec: MetricSpec): EntryColumn {
  const sum = totalAt(spec);
  return sum === undefined ? { kind: 'root', ...metricColumn(spec) } : { kind: 'total', sum };
}

function totalAt({ type, path }: MetricSpec): string | undefined {
  return type.startsWith('numeric/') ? sumAtPath(path) : undefined;
}

function anyUnclear(specs: readonly MetricSpec[]): string {
  const unclear = specs
    .map((spec): MetricColumn => metricColumn(spec))
    .flatMap(({ isUnclear }) => isUnclear ?? []);
  return unclear.length === 0 ? 'false' : unclear.join(' OR ');
}

/**
 * Counts traces or spans by bucket and sums their durations, costs and tokens. Each number is computed for all entries
 * and for failed entries.
 */
export async function sumBuckets(
  run: RunStatement,
  selection: BucketSelection,
  focus: 'trace' | 'span',
): Promise<readonly SumBucket[]> {
  const scope: UnresolvedScope = {
    selection: toRowSelection(selection),
    ...(focus === 'trace' && { only: isRoot, isOneRow: true, needsTotals: true }),
  };
  return await untilCurrent(async () => {
    const unresolved = await readUnresolved(run, scope);
    const rows = jsonRows<SumRow>(await run(selectSums({ selection, unresolved }, focus)));
    const result = rows.map(([index, , total, errors]) => ({
      index,
      total: toSums(total),
      errors: toSums(errors),
    }));
    return { result, isOutdated: rows.some(([, outdated]) => outdated === 1) };
  });
}

type Sums = readonly [number, number | null, number | null, number | null];
type SumRow = readonly [number, number, Sums, Sums];

function toSums([count, duration, costs, tokens]: Sums): BucketSums {
  return {
    count,
    duration: duration ?? undefined,
    costs: costs ?? undefined,
    tokens: tokens ?? undefined,
  };
}

/** Selects one row for each bucket that has entries. */
export function selectSums(
  source: Omit<EntrySource, 'columns'>,
  focus: 'trace' | 'span',
): Statement {
  const entries =
    focus === 'trace' ? traceEntries({ ...source, columns: traceColumns }) : spanEntries(source);
  return sql`
    SELECT bucket, max(is_outdated), tuple(count(), sumOrNull(v0), sumOrNull(v1), sumOrNull(v2)),
    tuple(countIf(v3), sumOrNullIf(v0, v3), sumOrNullIf(v1, v3), sumOrNullIf(v2, v3))
    FROM (${entries}) GROUP BY bucket ORDER BY bucket
    SETTINGS ${shardLocal}, output_format_json_quote_64bit_integers = 0 FORMAT JSONCompactEachRow
  `;
}

const hasException = `bitAnd(present, ${presentBits.exception_event}) != 0`;

const traceColumns: readonly EntryColumn[] = [
  fromRow(metricAt('duration.cumulative')),
  { kind: 'total', sum: 'costs_total' },
  { kind: 'total', sum: 'tokens_total' },
  fromRow(hasException),
];

const spanColumns: readonly RootColumn[] = [
  fromRow(metricAt('duration.cumulative')),
  fromRow(metricAt('costs.incremental.total')),
  fromRow(metricAt('tokens.incremental.total')),
  fromRow(hasException),
];

/** Returns SQL for one row for each selected current span. */
function spanEntries({ selection, unresolved }: Omit<EntrySource, 'columns'>): string {
  const source = { selection: toRowSelection(selection), unresolved, columns: spanColumns };
  const bucket = bucketOf(selection);
  return spanRows(source)
    .map(
      (branch) => `SELECT ${bucket} AS bucket, 0 AS is_outdated, v0, v1, v2, v3 FROM (${branch})`,
    )
    .join(' UNION ALL ');
}

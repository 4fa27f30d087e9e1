import { presentBits } from '@spanhouse/span-row';
import { jsonRows, type RunStatement } from '../../connection/run-statement.js';
import { type Statement, sql } from '../../connection/statement.js';
import type {
  BucketSelection,
  BucketSums,
  MetricBucket,
  MetricSpec,
  SumBucket,
} from '../../trace-analytics.js';
import { untilCurrent } from '../totals/late-entries.js';
import { fromRow, type RootColumn, spanRows, toUnion } from '../totals/span-rows.js';
import {
  bucketOf,
  type EntryColumn,
  isRoot,
  toRowSelection,
  traceEntries,
} from '../totals/trace-entries.js';
import {
  readUnresolved,
  type Unresolved,
  type UnresolvedScope,
} from '../totals/unresolved-traces.js';
import { asRows } from './aggregate-statements.js';
import { collect, decodeMetrics, sumUp } from './metric-aggregates.js';
import { anyUnclear, entryColumn, metricAt } from './metric-columns.js';

/** Summarizes trace metrics by bucket. In each bucket, the summaries are in the same order as `specs`. */
export async function measureTraces(
  run: RunStatement,
  selection: BucketSelection,
  specs: readonly MetricSpec[],
): Promise<readonly MetricBucket[]> {
  const columns = specs.map(entryColumn);
  const scope: UnresolvedScope = {
    selection: toRowSelection(selection),
    only: isRoot,
    isOneRow: true,
    needsTotals: columns.some(({ kind }) => kind === 'total'),
    isUnclear: anyUnclear(columns),
  };
  return await untilCurrent(async () => {
    const unresolved = await readUnresolved(run, scope);
    return decodeMetrics(await run(selectMetrics(selection, unresolved, specs)), specs);
  });
}

/** Selects one row for each bucket that has traces, with one column for each metric. */
export function selectMetrics(
  selection: BucketSelection,
  unresolved: Unresolved,
  specs: readonly MetricSpec[],
): Statement {
  const collected = specs.map((spec, index) => `${collect(spec, `v${index}`)} AS a${index}`);
  const summed = specs.map((spec, index) => sumUp(spec, `a${index}`));
  return sql`
    SELECT ${['bucket', 'outdated', ...summed].join(', ')} FROM (
    SELECT ${['bucket', 'max(is_outdated) AS outdated', ...collected].join(', ')}
    FROM (${traceEntries(selection, unresolved, specs.map(entryColumn))}) GROUP BY bucket
    ) ORDER BY bucket ${asRows}
  `;
}

/**
 * Counts traces or spans by bucket and sums their durations, costs and tokens. Each number is computed twice: over all
 * entries, and over the failed entries only.
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
    const rows = jsonRows<SumRow>(await run(selectSums(selection, unresolved, focus)));
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
  selection: BucketSelection,
  unresolved: Unresolved,
  focus: 'trace' | 'span',
): Statement {
  const entries =
    focus === 'trace'
      ? traceEntries(selection, unresolved, traceColumns)
      : spanEntries(selection, unresolved);
  return sql`
    SELECT bucket, max(is_outdated), tuple(count(), sumOrNull(v0), sumOrNull(v1), sumOrNull(v2)),
    tuple(countIf(v3), sumOrNullIf(v0, v3), sumOrNullIf(v1, v3), sumOrNullIf(v2, v3))
    FROM (${entries}) GROUP BY bucket ORDER BY bucket
    ${asRows}
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

/** Returns SQL for a table with one row for each selected current span. */
function spanEntries(selection: BucketSelection, unresolved: Unresolved): string {
  const rows = spanRows(toRowSelection(selection), unresolved, spanColumns);
  const values = ['v0', 'v1', 'v2', 'v3'];
  return toUnion(rows, [`${bucketOf(selection)} AS bucket`, '0 AS is_outdated', ...values]);
}

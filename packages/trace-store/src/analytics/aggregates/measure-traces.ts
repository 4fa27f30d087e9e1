import type { RunStatement } from '../../connection/run-statement.js';
import { type Statement, StatementParameters } from '../../connection/statement.js';
import { shardLocal } from '../../selection/statement-settings.js';
import type { BucketSelection, MetricBucket, MetricSpec } from '../../trace-analytics.js';
import { untilCurrent } from '../totals/late-entries.js';
import {
  type EntryColumn,
  type EntrySource,
  isRoot,
  toRowSelection,
  traceEntries,
} from '../totals/trace-entries.js';
import { sumAtPath } from '../totals/trace-totals.js';
import { readUnresolved, type UnresolvedScope } from '../totals/unresolved-traces.js';
import { decodeMetrics, metricAggregates } from './metric-aggregates.js';
import { type MetricColumn, metricColumn } from './metric-columns.js';

/** Summarizes metrics of traces by bucket. The metrics of a bucket have the same order as `specs`. */
export async function measureTraces(
  run: RunStatement,
  selection: BucketSelection,
  specs: readonly MetricSpec[],
): Promise<readonly MetricBucket[]> {
  const scope: UnresolvedScope = {
    selection: toRowSelection(selection),
    only: () => isRoot,
    isOneRow: true,
    needsTotals: specs.some((spec) => totalAt(spec) !== undefined),
    isUnclear: (parameters) => anyUnclear(specs, parameters),
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
  const parameters = new StatementParameters();
  const columns = specs.map((spec) => entryColumn(spec, parameters));
  const entries = traceEntries({ ...source, columns }, parameters);
  const { collected, summed } = metricAggregates(specs, parameters);
  return parameters.statement`
    SELECT ${['bucket', 'outdated', ...summed].join(', ')} FROM (
    SELECT ${['bucket', 'max(is_outdated) AS outdated', ...collected].join(', ')} FROM (${entries}) GROUP BY bucket
    ) ORDER BY bucket SETTINGS ${shardLocal}, output_format_json_quote_64bit_integers = 0 FORMAT JSONCompactEachRow
  `;
}

/** Returns the total of the trace for a cumulative number, and the value of the root span for other metrics. */
function entryColumn(spec: MetricSpec, parameters: StatementParameters): EntryColumn {
  const sum = totalAt(spec);
  return sum === undefined
    ? { kind: 'root', ...metricColumn(spec, parameters) }
    : { kind: 'total', sum };
}

function totalAt({ type, path }: MetricSpec): string | undefined {
  return type.startsWith('numeric/') ? sumAtPath(path) : undefined;
}

function anyUnclear(specs: readonly MetricSpec[], parameters: StatementParameters): string {
  const unclear = specs
    .map((spec): MetricColumn => metricColumn(spec, parameters))
    .flatMap(({ isUnclear }) => isUnclear ?? []);
  return unclear.length === 0 ? 'false' : unclear.join(' OR ');
}

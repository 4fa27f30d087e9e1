import { readDoubts } from './doubtful-traces.js';
import { decodeMetrics, metricAggregates } from './metric-aggregates.js';
import { type MetricColumn, metricColumn } from './metric-columns.js';
import type { RunStatement } from './run-statement.js';
import { SHARD_LOCAL } from './shard-local.js';
import { type Statement, StatementParameters } from './statement.js';
import type { BucketSelection, MetricBucket, MetricSpec } from './trace-analytics.js';
import {
  type EntryColumn,
  type EntrySource,
  IS_ROOT,
  toRowSelection,
  traceEntries,
} from './trace-entries.js';
import { sumAtPath } from './trace-totals.js';

export async function measureTraces(
  run: RunStatement,
  selection: BucketSelection,
  specs: readonly MetricSpec[],
): Promise<readonly MetricBucket[]> {
  const doubts = await readDoubts(run, {
    selection: toRowSelection(selection),
    only: () => IS_ROOT,
    isOneRow: true,
    isUnclear: (parameters) => anyUnclear(specs, parameters),
  });
  const answer = await run(selectMetrics({ selection, doubts }, specs));
  return decodeMetrics(answer, specs);
}

export function selectMetrics(
  source: Omit<EntrySource, 'columns'>,
  specs: readonly MetricSpec[],
): Statement {
  const parameters = new StatementParameters();
  const columns = specs.map((spec) => entryColumn(spec, parameters));
  const entries = traceEntries({ ...source, columns }, parameters);
  const { collected, summed } = metricAggregates(specs, parameters);
  const query = [
    `SELECT ${['bucket', ...summed].join(', ')} FROM (`,
    `SELECT ${['bucket', ...collected].join(', ')} FROM (${entries}) GROUP BY bucket`,
    `) ORDER BY bucket SETTINGS ${SHARD_LOCAL}, output_format_json_quote_64bit_integers = 0 FORMAT JSONCompactEachRow`,
  ].join(' ');
  return { query, query_params: parameters.values };
}

function entryColumn(spec: MetricSpec, parameters: StatementParameters): EntryColumn {
  const sum = spec.type.startsWith('numeric/') ? sumAtPath(spec.path) : undefined;
  return sum === undefined
    ? { kind: 'root', ...metricColumn(spec, parameters) }
    : { kind: 'total', sum };
}

function anyUnclear(specs: readonly MetricSpec[], parameters: StatementParameters): string {
  const unclear = specs
    .map((spec): MetricColumn => metricColumn(spec, parameters))
    .flatMap(({ isUnclear }) => isUnclear ?? []);
  return unclear.length === 0 ? 'false' : unclear.join(' OR ');
}

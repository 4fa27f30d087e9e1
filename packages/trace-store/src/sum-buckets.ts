import { PRESENT } from '@spanhouse/span-row';
import { currentSpans, type Doubts, isSelected, plainRows, readDoubts } from './doubtful-traces.js';
import { columnLeaves } from './filter-leaves.js';
import { jsonRows } from './metric-aggregates.js';
import type { RunStatement } from './run-statement.js';
import { SHARD_LOCAL } from './shard-local.js';
import { type Statement, StatementParameters } from './statement.js';
import type { BucketSelection, BucketSums, SumBucket } from './trace-analytics.js';
import {
  bucketOf,
  type EntryColumn,
  type EntrySource,
  IS_ROOT,
  toRowSelection,
  traceEntries,
} from './trace-entries.js';

/** Traces or spans by bucket: how many, and the sums of what they have in the columns `v0` to `v2`. */
export async function sumBuckets(
  run: RunStatement,
  selection: BucketSelection,
  focus: 'trace' | 'span',
): Promise<readonly SumBucket[]> {
  const doubts = await readDoubts(run, {
    selection: toRowSelection(selection),
    only: () => (focus === 'trace' ? IS_ROOT : 'true'),
    isOneRow: focus === 'trace',
    isUnclear: () => 'false',
  });
  const answer = await run(selectSums({ selection, doubts }, focus));
  return jsonRows<SumRow>(answer).map(([index, total, errors]) => ({
    index,
    total: toSums(total),
    errors: toSums(errors),
  }));
}

type Sums = readonly [number, number | null, number | null, number | null];
type SumRow = readonly [number, Sums, Sums];

function toSums([count, duration, costs, tokens]: Sums): BucketSums {
  return {
    count,
    duration: duration ?? undefined,
    costs: costs ?? undefined,
    tokens: tokens ?? undefined,
  };
}

export function selectSums(
  source: Omit<EntrySource, 'columns'>,
  focus: 'trace' | 'span',
): Statement {
  const parameters = new StatementParameters();
  const entries =
    focus === 'trace'
      ? traceEntries({ ...source, columns: TRACE_COLUMNS }, parameters)
      : spanEntries(source, parameters);
  const query = [
    'SELECT bucket, tuple(count(), sumOrNull(v0), sumOrNull(v1), sumOrNull(v2)),',
    'tuple(countIf(v3), sumOrNullIf(v0, v3), sumOrNullIf(v1, v3), sumOrNullIf(v2, v3))',
    `FROM (${entries}) GROUP BY bucket ORDER BY bucket`,
    `SETTINGS ${SHARD_LOCAL}, output_format_json_quote_64bit_integers = 0 FORMAT JSONCompactEachRow`,
  ].join(' ');
  return { query, query_params: parameters.values };
}

const HAS_EXCEPTION = `bitAnd(present, ${PRESENT.exception_event}) != 0`;

const TRACE_COLUMNS: readonly EntryColumn[] = [
  fromRow(metricAt('duration.cumulative')),
  { kind: 'total', sum: 'costs_total' },
  { kind: 'total', sum: 'tokens_total' },
  fromRow(HAS_EXCEPTION),
];

const SPAN_COLUMNS = {
  v0: metricAt('duration.cumulative'),
  v1: metricAt('costs.incremental.total'),
  v2: metricAt('tokens.incremental.total'),
  v3: HAS_EXCEPTION,
};

function fromRow(value: string): EntryColumn {
  return { kind: 'root', value, quick: value };
}

function metricAt(path: string): string {
  const leaf = columnLeaves(`ag.metrics.${path}`)?.number;
  return leaf === undefined ? 'NULL' : `if(${leaf.has}, toNullable(${leaf.value}), NULL)`;
}

/** SQL: one row for each span that counts. */
function spanEntries(
  { selection, doubts }: { readonly selection: BucketSelection; readonly doubts: Doubts },
  parameters: StatementParameters,
): string {
  const rows = toRowSelection(selection);
  const columns = { started: 'start_time', ...SPAN_COLUMNS };
  const read = Object.entries(columns).map(([name, value]) => `${value} AS ${name}`);
  const branches = [
    `SELECT ${read.join(', ')} FROM spans WHERE ${plainRows(rows, doubts, parameters).join(' AND ')}`,
  ];
  if (doubts.traces.length > 0) {
    const kept = { ...columns, is_selected: isSelected(rows, parameters) };
    const spans = currentSpans(rows, { doubts, columns: kept }, parameters);
    branches.push(`SELECT ${Object.keys(columns).join(', ')} FROM (${spans}) WHERE is_selected`);
  }
  const bucket = bucketOf(selection, parameters);
  return branches
    .map(
      (branch) =>
        `SELECT ${bucket} AS bucket, v0, v1, v2, v3 FROM (SELECT started AS start_time, v0, v1, v2, v3 FROM (${branch}))`,
    )
    .join(' UNION ALL ');
}

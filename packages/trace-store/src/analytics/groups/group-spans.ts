import { jsonRows } from '../../connection/answer-rows.js';
import type { RunStatement } from '../../connection/run-statement.js';
import { type Statement, StatementParameters } from '../../connection/statement.js';
import type { SpanGroup, SpanGrouping } from '../../span-groups.js';
import { asRows } from '../aggregates/aggregate-statements.js';
import { bucketOf } from '../totals/trace-entries.js';
import type { Unresolved } from '../totals/unresolved-traces.js';
import { groupedRows, keyColumns, structureColumn } from './grouped-rows.js';
import { toStructure } from './structure-text.js';
import { type GroupRow, toSpanGroups } from './to-span-groups.js';
import type { UnresolvedSpans } from './unresolved-spans.js';

/** Groups spans by keys and time; undefined if there are more buckets than the limit. */
export async function groupSpans(
  run: RunStatement,
  grouping: SpanGrouping,
  known: UnresolvedSpans,
): Promise<readonly SpanGroup[] | undefined> {
  const unresolved = await known.of(run, grouping.selection);
  const rows = jsonRows<Row>(await run(selectGroups(grouping, unresolved)));
  return rows.length > grouping.limit ? undefined : toSpanGroups(rows.map(toGroupRow), grouping.by);
}

type Row = readonly [
  bucket: number,
  texts: readonly string[],
  structure: string,
  count: number,
  min: string,
  max: string,
  total: string,
  durations: readonly number[],
];

function toGroupRow([bucket, texts, structure, count, min, max, total, durations]: Row): GroupRow {
  return {
    bucket,
    texts,
    structure: toStructure(structure),
    count,
    minDuration: BigInt(min),
    maxDuration: BigInt(max),
    totalDuration: BigInt(total),
    durations,
  };
}

/** Selects one row more than the limit if there are more. */
function selectGroups(grouping: SpanGrouping, unresolved: Unresolved): Statement {
  const parameters = new StatementParameters();
  const { time, by, structure, maxDurations, limit } = grouping;
  const keys = keyColumns(by);
  const more = { s: structure === undefined ? `''` : structureColumn(structure) };
  const rows = groupedRows({ grouping, unresolved, more }, parameters);
  return parameters.statement`
    SELECT ${time === undefined ? 'toUInt64(0)' : bucketOf(time, parameters)} AS bucket, CAST([${keys.join(', ')}], 'Array(String)'), s, count(),
    toString(min(d)), toString(max(d)), toString(sum(toUInt128(d))), ${durationsUpTo(maxDurations)}
    FROM (${rows}) GROUP BY ${['bucket', ...keys, 's'].join(', ')}
    LIMIT ${parameters.bind('UInt64', limit + 1)} ${asRows}
  `;
}

/** SQL: the durations of a group, unless all groups together have more than the maximum. */
function durationsUpTo(max: number): string {
  return max === 0 ? '[]' : `if(sum(count()) OVER () > ${max}, [], groupArray(${max})(d))`;
}

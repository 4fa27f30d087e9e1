import { jsonRows } from '../../connection/answer-rows.js';
import type { RunStatement } from '../../connection/run-statement.js';
import { type Statement, StatementParameters } from '../../connection/statement.js';
import type { PickedSpan, SpanPick } from '../../span-groups.js';
import { asRows } from '../aggregates/aggregate-statements.js';
import { bucketOf } from '../totals/trace-entries.js';
import type { Unresolved } from '../totals/unresolved-traces.js';
import { groupedRows, keyColumns } from './grouped-rows.js';
import type { UnresolvedSpans } from './unresolved-spans.js';

/** Number of first spans of a bucket that are searched first. They nearly always contain the picked spans. */
const FIRST_SPANS = 64;

/** Finds the earliest spans of each bucket in the order (start_time, trace_id, span_id). */
export async function pickSpans(
  run: RunStatement,
  pick: SpanPick,
  known: UnresolvedSpans,
): Promise<readonly PickedSpan[]> {
  const unresolved = await known.of(run, pick.selection);
  const read = async (some: SpanPick) =>
    jsonRows<Picked>(await run(selectPicks(some, unresolved))).map(toPickedSpan);
  const firsts = jsonRows<Firsts>(await run(selectFirsts(pick, unresolved)));
  if (firsts.length === 0) {
    return [];
  }
  const { selection, perBucket } = pick;
  const starts = firsts.map(([, from, to]) => ({ from: BigInt(from), to: BigInt(to) }));
  const found = await read({ ...pick, selection: { ...selection, starts } });
  const isMissing = ([count]: Firsts, index: number) => {
    const { from = 0n, to = 0n } = starts[index] ?? {};
    const inside = found.filter(({ start_time }) => from <= start_time && start_time <= to);
    return count > FIRST_SPANS && inside.length < perBucket;
  };
  return firsts.some(isMissing) ? await read(pick) : found;
}

type Firsts = readonly [count: number, from: string, to: string];

/** Selects the number of spans of each bucket, and the range in which its first spans start. */
function selectFirsts({ selection, time }: SpanPick, unresolved: Unresolved): Statement {
  const parameters = new StatementParameters();
  const source = { grouping: { selection, by: [] }, unresolved, more: {} };
  return parameters.statement`
    SELECT count, toString(firsts[1]), toString(firsts[-1]) FROM (
    SELECT count() AS count, groupArraySorted(${FIRST_SPANS})(toUnixTimestamp64Nano(start_time)) AS firsts
    FROM (${groupedRows(source, parameters)}) GROUP BY ${bucketOf(time, parameters)}
    ) ${asRows}
  `;
}

type Picked = readonly [
  trace_id: string,
  span_id: string,
  start_time: string,
  span_name: string,
  group: number,
  duration: string,
];

function toPickedSpan([trace_id, span_id, start, span_name, group, duration]: Picked): PickedSpan {
  const ids = { trace_id, span_id, start_time: BigInt(start), span_name };
  return { ...ids, group, duration: BigInt(duration) };
}

const pickColumns = { trace: 'trace_id', span: 'span_id', name: 'span_name' };

/** Selects the earliest span of each trace and series, then the earliest of these spans in each bucket. */
function selectPicks(pick: SpanPick, unresolved: Unresolved): Statement {
  const parameters = new StatementParameters();
  const { time, by, groups, needsDuration, perBucket } = pick;
  const id = `concat('', ${keyColumns(by)
    .map((name) => `toString(length(${name})), ':', ${name}`)
    .join(', ')})`;
  const ids = parameters.bindEach('Array(String)', groups, (group) => group.id);
  const indexes = `CAST(range(1, ${groups.length + 1}), 'Array(UInt32)')`;
  const series = parameters.bindEach('Array(UInt32)', groups, (group) => group.series);
  const index =
    by.length === 0 ? 'toUInt32(1)' : `transform(${id}, ${ids}, ${indexes}, toUInt32(0))`;
  const rows = groupedRows({ grouping: pick, unresolved, more: pickColumns }, parameters);
  return parameters.statement`
    SELECT lower(hex(trace)), lower(hex(first.1)), toString(toUnixTimestamp64Nano(first.2)), first.3, first.4 - 1, toString(first.5)
    FROM (
    SELECT bucket, trace, ${series}[g] AS n, argMin(tuple(span, start_time, CAST(name, 'String'), g, d), tuple(start_time, span)) AS first
    FROM (
    SELECT ${bucketOf(time, parameters)} AS bucket, trace, span, start_time, name, d, ${index} AS g
    FROM (${rows}) ${needsDuration ? 'WHERE d > 0' : ''}
    ) WHERE g > 0 GROUP BY bucket, trace, n
    ) ORDER BY bucket, first.2, trace, first.1 LIMIT ${perBucket} BY bucket ${asRows}
  `;
}

import { jsonRows } from '../connection/json-rows.js';
import type { RunStatement } from '../connection/run-statement.js';
import { type Statement, StatementParameters } from '../connection/statement.js';
import type { PickedSpan, SpanPick, SpanTally, TallyKey, TallyRow } from '../span-tally.js';
import { asRows } from './aggregate-statements.js';
import { toStructure } from './structure-text.js';
import { tallyRows } from './tally-columns.js';
import { bucketOf } from './trace-entries.js';
import type { UnresolvedSpans } from './unresolved-spans.js';
import type { Unresolved } from './unresolved-traces.js';

/** Counts spans by time and keys; undefined if there are more rows than the limit. */
export async function tallySpans(
  run: RunStatement,
  tally: SpanTally,
  known: UnresolvedSpans,
): Promise<readonly TallyRow[] | undefined> {
  const unresolved = await known.of(run, tally.selection);
  const rows = jsonRows<Tallied>(await run(selectTally(tally, unresolved)));
  return rows.length > tally.limit ? undefined : rows.map((row) => toTallyRow(row, tally.keys));
}

/** Finds the earliest spans of each bucket, by (start_time, trace_id, span_id). */
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

/** The first spans of a bucket nearly always have those that are picked. */
const FIRST_SPANS = 64;

type Firsts = readonly [count: number, from: string, to: string];

/** Selects how many spans each bucket has, and between which times its first spans start. */
function selectFirsts(pick: SpanPick, unresolved: Unresolved): Statement {
  const parameters = new StatementParameters();
  const rows = tallyRows({ tally: { ...pick, keys: [] }, unresolved, more: {} }, parameters);
  return parameters.statement`
    SELECT count, toString(firsts[1]), toString(firsts[-1]) FROM (
    SELECT count() AS count, groupArraySorted(${FIRST_SPANS})(toUnixTimestamp64Nano(start_time)) AS firsts
    FROM (${rows}) GROUP BY ${bucketOf(pick.time, parameters)}
    ) ${asRows}
  `;
}

type Tallied = readonly [
  bucket: number,
  keys: readonly string[],
  count: number,
  least: string,
  most: string,
  sum: string,
  durations: readonly number[],
];

function toTallyRow(
  [bucket, texts, count, least, most, sum, durations]: Tallied,
  wanted: readonly TallyKey[],
): TallyRow {
  const keys = texts.map((text, index) =>
    wanted[index]?.kind === 'structure' ? toStructure(text) : text,
  );
  const sums = { least: BigInt(least), most: BigInt(most), sum: BigInt(sum) };
  return { bucket, keys, count, ...sums, durations };
}

/** Selects one row more than the limit if there are more. */
function selectTally(tally: SpanTally, unresolved: Unresolved): Statement {
  const parameters = new StatementParameters();
  const { time, keys, maxDurations, limit } = tally;
  const names = keys.map((_, index) => `k${index}`);
  const rows = tallyRows({ tally, unresolved, more: {} }, parameters);
  return parameters.statement`
    SELECT ${time === undefined ? 'toUInt64(0)' : bucketOf(time, parameters)} AS bucket, CAST([${names.join(', ')}], 'Array(String)'), count(),
    toString(min(d)), toString(max(d)), toString(sum(toUInt128(d))), ${durationsUpTo(maxDurations)}
    FROM (${rows}) GROUP BY ${['bucket', ...names].join(', ')}
    LIMIT ${parameters.bind('UInt64', limit + 1)} ${asRows}
  `;
}

/** SQL: the durations of a group, unless all groups have more than these. */
function durationsUpTo(most: number): string {
  return most === 0 ? '[]' : `if(sum(count()) OVER () > ${most}, [], groupArray(${most})(d))`;
}

type Picked = readonly [
  trace_id: string,
  span_id: string,
  start_time: string,
  span_name: string,
  classIndex: number,
  duration: string,
];

function toPickedSpan([trace_id, span_id, start, span_name, index, duration]: Picked): PickedSpan {
  const ids = { trace_id, span_id, start_time: BigInt(start), span_name };
  return { ...ids, classIndex: index, duration: BigInt(duration) };
}

const pickColumns = { trace: 'trace_id', span: 'span_id', name: 'span_name' };

/** Selects the earliest span of each trace and group, and of these the earliest of each bucket. */
function selectPicks(pick: SpanPick, unresolved: Unresolved): Statement {
  const parameters = new StatementParameters();
  const { time, keys, classes, needsDuration, perBucket } = pick;
  // A text is never absent, and no text of a key has a NUL at its end.
  const key = `concat('', ${keys.map((_, index) => `k${index}, '\\0'`).join(', ')})`;
  const texts = classes.map((each) => each.keys.map((text) => `${text}\0`).join(''));
  const bound = parameters.bind('Array(String)', texts);
  const indexes = `CAST(range(1, ${classes.length + 1}), 'Array(UInt32)')`;
  const groups = parameters.bind(
    'Array(UInt32)',
    classes.map(({ group }) => group),
  );
  const index =
    keys.length === 0 ? 'toUInt32(1)' : `transform(${key}, ${bound}, ${indexes}, toUInt32(0))`;
  const rows = tallyRows({ tally: pick, unresolved, more: pickColumns }, parameters);
  return parameters.statement`
    SELECT lower(hex(trace)), lower(hex(first.1)), toString(toUnixTimestamp64Nano(first.2)), first.3, first.4 - 1, toString(first.5)
    FROM (
    SELECT bucket, trace, ${groups}[c] AS g, argMin(tuple(span, start_time, CAST(name, 'String'), c, d), tuple(start_time, span)) AS first
    FROM (
    SELECT ${bucketOf(time, parameters)} AS bucket, trace, span, start_time, name, d, ${index} AS c
    FROM (${rows}) ${needsDuration ? 'WHERE d > 0' : ''}
    ) WHERE c > 0 GROUP BY bucket, trace, g
    ) ORDER BY bucket, first.2, trace, first.1 LIMIT ${perBucket} BY bucket ${asRows}
  `;
}

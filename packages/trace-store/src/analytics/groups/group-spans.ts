import { jsonRows, type RunStatement } from '../../connection/run-statement.js';
import { bind, type Statement, sql } from '../../connection/statement.js';
import type {
  GroupBucket,
  GroupedAttributes,
  GroupingKey,
  PickedSpan,
  SpanGroup,
  SpanGrouping,
  SpanPick,
} from '../../span-groups.js';
import { asRows } from '../aggregates/aggregate-statements.js';
import { bucketOf } from '../totals/trace-entries.js';
import type { Unresolved } from '../totals/unresolved-traces.js';
import type { UnresolvedSpans } from './grouped-rows.js';
import {
  groupedRows,
  keyColumns,
  structureColumn,
  toStructure,
  truncated,
} from './grouped-rows.js';

/** Groups spans by keys and time. Resolves with undefined if the number of buckets exceeds the limit. */
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

/** Selects at most one row more than the limit. The additional row shows that the limit is exceeded. */
function selectGroups(grouping: SpanGrouping, unresolved: Unresolved): Statement {
  const { time, by, structure, maxDurations, limit } = grouping;
  const keys = keyColumns(by);
  const more = { s: structure === undefined ? `''` : structureColumn(structure) };
  const rows = groupedRows(grouping, unresolved, more);
  return sql`
    SELECT ${time === undefined ? 'toUInt64(0)' : bucketOf(time)} AS bucket, CAST([${keys.join(', ')}], 'Array(String)'), s, count(),
    toString(min(d)), toString(max(d)), toString(sum(toUInt128(d))), ${durationsUpTo(maxDurations)}
    FROM (${rows}) GROUP BY ${['bucket', ...keys, 's'].join(', ')}
    LIMIT ${bind('UInt64', limit + 1)} ${asRows}
  `;
}

/**
 * Returns SQL for the durations of a group. The list is empty if all groups together have more than `max` durations.
 */
function durationsUpTo(max: number): string {
  return max === 0 ? '[]' : `if(sum(count()) OVER () > ${max}, [], groupArray(${max})(d))`;
}

/** Placeholder parent id. It shows only that the span has a parent. */
const someParent = 'ffffffffffffffff';

/** A row of a GROUP BY: the encoded keys in order, a structure, and a bucket. */
interface GroupRow extends GroupBucket {
  readonly texts: readonly string[];
  readonly structure: string;
}

/**
 * Returns the id of a group. The id contains each encoded key, preceded by the key's length in bytes, because keys may
 * contain any character.
 */
export function groupId(texts: readonly string[]): string {
  return texts.map((text) => `${Buffer.byteLength(text)}:${text}`).join('');
}

/** Returns one group, with its buckets, for each combination of keys and structure. */
export function toSpanGroups(
  rows: readonly GroupRow[],
  by: readonly GroupingKey[],
): readonly SpanGroup[] {
  const groups = Map.groupBy(rows, ({ texts, structure }) => groupId([...texts, structure]));
  return [...groups.values()].map((inside) => toGroup(inside, by));
}

function toGroup(rows: readonly GroupRow[], by: readonly GroupingKey[]): SpanGroup {
  const { texts = [], structure = '', minDuration: duration = 0n } = rows[0] ?? {};
  return {
    id: groupId(texts),
    columns: Object.assign({}, ...by.map((key, index) => toColumns(key, texts[index] ?? ''))),
    attributes: toAttributes(by, texts),
    structure,
    duration,
    count: rows.reduce((sum, { count }) => sum + count, 0),
    buckets: rows.map(({ texts: _, structure: _structure, ...bucket }) => bucket),
  };
}

function toColumns(key: GroupingKey, text: string): SpanGroup['columns'] {
  switch (key.kind) {
    case 'span_name':
    case 'span_kind':
    case 'status_code':
      return { [key.kind]: text };
    case 'status_message':
      return text === '' ? {} : { status_message: text };
    case 'service':
      return text.startsWith('=')
        ? { resource: JSON.stringify({ attributes: { 'service.name': text.slice(1) } }) }
        : toResource(text);
    case 'resource':
      return toResource(text);
    case 'is_root':
      return { parent_id: text === '1' ? undefined : someParent };
    default:
      return {};
  }
}

function toResource(text: string): SpanGroup['columns'] {
  return text === '' ? {} : { resource: text };
}

function toAttributes(by: readonly GroupingKey[], texts: readonly string[]): GroupedAttributes {
  const members: string[] = [];
  const missing: { readonly key: string; readonly isString: boolean }[] = [];
  for (const [index, key] of by.entries()) {
    const text = texts[index] ?? '';
    if (key.kind !== 'attribute' || text === '=') {
      continue;
    }
    if (text.startsWith('{')) {
      return { json: text, isComplete: true, truncated: [] };
    }
    if (text.startsWith('=')) {
      members.push(`${JSON.stringify(key.key)}:${text.slice(1)}`);
    } else {
      missing.push({ key: key.key, isString: text === truncated.string });
    }
  }
  return { json: `{${members.join(',')}}`, isComplete: false, truncated: missing };
}

/** Number of spans that are searched first in each bucket. They nearly always include all spans to pick. */
const FIRST_SPANS = 64;

/** Picks the first spans of each bucket, ordered by (start_time, trace_id, span_id). */
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

/** Selects, for each bucket, the number of its spans and the time range of its earliest spans. */
function selectFirsts({ selection, time }: SpanPick, unresolved: Unresolved): Statement {
  return sql`
    SELECT count, toString(firsts[1]), toString(firsts[-1]) FROM (
    SELECT count() AS count, groupArraySorted(${FIRST_SPANS})(toUnixTimestamp64Nano(start_time)) AS firsts
    FROM (${groupedRows({ selection, by: [] }, unresolved)}) GROUP BY ${bucketOf(time)}
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

/**
 * Selects the earliest span for each combination of bucket, trace and series, and then the earliest of these spans in
 * each bucket.
 */
function selectPicks(pick: SpanPick, unresolved: Unresolved): Statement {
  const { time, by, groups, needsDuration, perBucket } = pick;
  const id = `concat('', ${keyColumns(by)
    .map((name) => `toString(length(${name})), ':', ${name}`)
    .join(', ')})`;
  const ids = bind(
    'Array(String)',
    groups.map((group) => group.id),
  );
  const indexes = `CAST(range(1, ${groups.length + 1}), 'Array(UInt32)')`;
  const series = bind(
    'Array(UInt32)',
    groups.map((group) => group.series),
  );
  const index =
    by.length === 0 ? 'toUInt32(1)' : `transform(${id}, ${ids}, ${indexes}, toUInt32(0))`;
  const rows = groupedRows(pick, unresolved, pickColumns);
  return sql`
    SELECT lower(hex(trace)), lower(hex(first.1)), toString(toUnixTimestamp64Nano(first.2)), first.3, first.4 - 1, toString(first.5)
    FROM (
    SELECT bucket, trace, ${series}[g] AS n, argMin(tuple(span, start_time, CAST(name, 'String'), g, d), tuple(start_time, span)) AS first
    FROM (
    SELECT ${bucketOf(time)} AS bucket, trace, span, start_time, name, d, ${index} AS g
    FROM (${rows}) ${needsDuration ? 'WHERE d > 0' : ''}
    ) WHERE g > 0 GROUP BY bucket, trace, n
    ) ORDER BY bucket, first.2, trace, first.1 LIMIT ${perBucket} BY bucket ${asRows}
  `;
}

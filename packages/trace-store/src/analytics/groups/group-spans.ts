import { jsonRows } from '../../connection/answer-rows.js';
import type { RunStatement } from '../../connection/run-statement.js';
import { type Statement, StatementParameters } from '../../connection/statement.js';
import type {
  GroupBucket,
  GroupedAttributes,
  GroupingKey,
  SpanGroup,
  SpanGrouping,
} from '../../span-groups.js';
import { asRows } from '../aggregates/aggregate-statements.js';
import { bucketOf } from '../totals/trace-entries.js';
import type { Unresolved } from '../totals/unresolved-traces.js';
import { truncated } from './attribute-text.js';
import { groupedRows, keyColumns, structureColumn } from './grouped-rows.js';
import { toStructure } from './structure-text.js';
import type { UnresolvedSpans } from './unresolved-spans.js';

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

/** Selects at most one row more than the limit, to show whether the limit is exceeded. */
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

/** Returns SQL for the durations of a group, unless all groups together have more than the maximum. */
function durationsUpTo(max: number): string {
  return max === 0 ? '[]' : `if(sum(count()) OVER () > ${max}, [], groupArray(${max})(d))`;
}

/** The id in place of an unknown parent; it shows only that the span has a parent. */
const someParent = 'ffffffffffffffff';

/** A row of a GROUP BY: the texts of the keys in their order, a structure, and a bucket. */
interface GroupRow extends GroupBucket {
  readonly texts: readonly string[];
  readonly structure: string;
}

/**
 * Returns the id of a group, which contains the text of each key, preceded by its number of bytes. The number is
 * necessary because a text may contain any character.
 */
export function groupId(texts: readonly string[]): string {
  return texts.map((text) => `${Buffer.byteLength(text)}:${text}`).join('');
}

/** Returns a group for each combination of keys and structure, with its buckets. */
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

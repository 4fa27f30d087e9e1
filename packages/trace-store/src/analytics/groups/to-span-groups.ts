import type { GroupBucket, GroupedAttributes, GroupingKey, SpanGroup } from '../../span-groups.js';
import { truncated } from './attribute-text.js';

/** Shows that a span has a parent, whose id is unknown. */
const someParent = 'ffffffffffffffff';

/** A row of a GROUP BY: the texts of the keys in their order, a structure, and a bucket. */
export interface GroupRow extends GroupBucket {
  readonly texts: readonly string[];
  readonly structure: string;
}

/** Returns the id of a group: each text of its keys after its number of bytes, because a text may contain any character. */
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

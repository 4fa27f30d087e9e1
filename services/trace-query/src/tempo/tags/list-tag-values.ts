import { compareCodePoints, type FilterTextField } from '@spanhouse/span-schema';
import type { Field } from '@spanhouse/traceql';
import {
  attributesIn,
  type FlatAttributes,
  type TracedSpan,
  type Value,
} from '@spanhouse/traceql/evaluate';
import { groupSpans } from '../../front-doors/list-names.js';
import { type OpenStore, selectWindow } from '../../front-doors/walk-traces.js';
import { parseStoredJson } from '../../span-json/parse-stored-json.js';
import { unreadParts } from '../../traceql/unread-parts.js';
import { groupValues, type ListedField } from './group-values.js';
import { fitsInList, type TagValue, ValueCounts } from './tag-counts.js';
import { type TagSelection, walkTaggedSpans, walkTaggedTraces } from './walk-tagged-spans.js';

const keywords: { readonly [Name in IntrinsicName]?: readonly string[] } = {
  status: ['error', 'ok', 'unset'],
  kind: ['client', 'consumer', 'internal', 'producer', 'server', 'unspecified'],
};

type IntrinsicName = Extract<Field, { readonly kind: 'intrinsic' }>['name'];
type RootField = 'rootName' | 'rootServiceName';

/** Functions that read the intrinsic fields whose values are listed. The values of all other intrinsics are unique. */
const textsOf: { readonly [Name in IntrinsicName]?: (span: TracedSpan) => readonly string[] } = {
  name: ({ span_name }) => [span_name],
  statusMessage: ({ status_message }) => [status_message],
  'event:name': ({ events }) => events.map(({ name }) => name),
  'instrumentation:name': ({ scope }) => [scope.name],
  'instrumentation:version': ({ scope }) => [scope.version],
};

/** Lists the most frequent values of a field, sorted by type and value. */
export async function listTagValues(
  { field, limit }: { readonly field: Field; readonly limit: number },
  selection: TagSelection,
  store: OpenStore,
): Promise<readonly TagValue[]> {
  const known = await listColumnValues({ field, limit }, selection, store);
  if (known !== undefined) {
    return known;
  }
  if (field.kind === 'intrinsic') {
    const words = keywords[field.name];
    if (words !== undefined) {
      return words.slice(0, limit).map((value) => ({ type: 'keyword', value }));
    }
    if (isOfRoot(field.name)) {
      return (await countRoots(field.name, selection, store)).list(limit);
    }
    if (textsOf[field.name] === undefined) {
      return [];
    }
  }
  const listed = { field, valuesOf: createReader(field) };
  const counts =
    (await groupValues(listed, selection, store)) ?? (await countValues(listed, selection, store));
  return counts.list(limit);
}

/** Counts the values by reading all selected spans. */
async function countValues(
  { field, valuesOf }: ListedField,
  selection: TagSelection,
  store: OpenStore,
): Promise<ValueCounts> {
  const counts = new ValueCounts();
  await walkTaggedSpans({ ...selection, unread: unreadParts([field]) }, store, (span) => {
    for (const value of valuesOf(span)) {
      counts.add(value);
    }
  });
  return counts;
}

async function countRoots(
  name: RootField,
  selection: TagSelection,
  store: OpenStore,
): Promise<ValueCounts> {
  const counts = new ValueCounts();
  const read = { ...selection, unread: ['attributes' as const] };
  await walkTaggedTraces(read, store, ({ shape, rootService, placed }) => {
    const root = shape.spans[shape.root ?? -1];
    const text = name === 'rootName' ? (root?.span_name ?? '') : rootService;
    if (placed.length > 0 && text !== '') {
      counts.add({ type: 'string', value: text }, placed.length);
    }
  });
  return counts;
}

/** Converts strings to values. Leaves out empty strings, which represent missing values. */
function textValues(texts: readonly string[]): readonly Value[] {
  return texts.filter((text) => text !== '').map((value) => ({ type: 'string', value }));
}

function isOfRoot(name: IntrinsicName): name is RootField {
  return name === 'rootName' || name === 'rootServiceName';
}

function createReader(field: Field): ListedField['valuesOf'] {
  if (field.kind === 'attribute') {
    return (span) => attributeOf(span, field);
  }
  const texts = textsOf[field.name];
  return (span) => textValues(texts?.(span) ?? []);
}

function attributeOf(
  span: TracedSpan,
  { scope, name }: Extract<Field, { readonly kind: 'attribute' }>,
): readonly Value[] {
  const maps = scope === undefined ? firstWith(span, name) : attributesIn(span, scope);
  return maps.flatMap((attributes) => attributes.get(name) ?? []);
}

/**
 * Returns the attributes of the first scope that contains the name. If several events or links contain it, only the
 * first of them is used.
 */
function firstWith(span: TracedSpan, name: string): readonly FlatAttributes[] {
  const scopes = ['span', 'resource', 'event', 'link', 'instrumentation'] as const;
  const maps = scopes.flatMap((scope) => attributesIn(span, scope));
  return maps.filter((attributes) => attributes.has(name)).slice(0, 1);
}

/** A column with a string for every span. */
interface TextColumn {
  readonly field: FilterTextField;
  /**
   * True if the column contains an attribute, whose value can be an empty string or a value of another type. In other
   * columns, an empty string represents a missing value.
   */
  readonly isAttribute: boolean;
}

const service: TextColumn = { field: 'service_name', isAttribute: true };
const intrinsic: Readonly<Record<string, FilterTextField>> = {
  name: 'span_name',
  statusMessage: 'status_message',
  'instrumentation:name': 'scope_name',
  'instrumentation:version': 'scope_version',
};
/**
 * Number of groups that are not listed: the group of spans without a value, and the group of spans with an empty value.
 */
const UNLISTED_GROUPS = 2;
/**
 * Maximum number of groups for a column that contains an attribute. All its groups are read, because any group may
 * contain a value that is not a string.
 */
const MAX_GROUPS = 10_000;

/**
 * Lists the values of a field from its column, without reading spans. Resolves with undefined if the field has no
 * column, or if the column does not contain all of the field's values.
 */
async function listColumnValues(
  { field, limit }: { readonly field: Field; readonly limit: number },
  { range, condition }: TagSelection,
  store: OpenStore,
): Promise<readonly TagValue[] | undefined> {
  const column = columnOf(field);
  if (column === undefined || condition !== undefined) {
    return undefined;
  }
  const groups = column.isAttribute ? MAX_GROUPS : limit + UNLISTED_GROUPS;
  const selection = selectWindow(range, store, { limit: groups });
  const { rows, others } = await groupSpans([{ field: column.field }], selection, store);
  const values = rows.map(({ group: [json = 'null'] }) => parseStoredJson<string | null>(json));
  const texts = values.filter((value) => value !== null);
  const listed = texts.filter((text) => (text !== '' || column.isAttribute) && fitsInList(text));
  const hasAll = others.groups === 0;
  const isComplete = column.isAttribute
    ? hasAll && texts.length === values.length
    : hasAll || listed.length >= limit;
  return isComplete
    ? listed
        .slice(0, limit)
        .sort(compareCodePoints)
        .map((value) => ({ type: 'string', value }))
    : undefined;
}

function columnOf(field: Field): TextColumn | undefined {
  if (field.kind === 'attribute') {
    return field.scope === 'resource' && field.name === 'service.name' ? service : undefined;
  }
  const own = intrinsic[field.name];
  return own && { field: own, isAttribute: false };
}

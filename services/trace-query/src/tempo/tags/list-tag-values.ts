import type { Field } from '@spanhouse/traceql';
import type { FlatAttributes, TracedSpan, Value } from '@spanhouse/traceql/evaluate';
import { unreadParts } from '../../traceql/unread-parts.js';
import { groupValues, type ListedField } from './group-values.js';
import { listColumnValues } from './list-column-values.js';
import { type TagValue, ValueCounts } from './tag-counts.js';
import {
  type TagSelection,
  type TagStore,
  walkTaggedSpans,
  walkTaggedTraces,
} from './walk-tagged-spans.js';

const keywords: { readonly [Name in IntrinsicName]?: readonly string[] } = {
  status: ['error', 'ok', 'unset'],
  kind: ['client', 'consumer', 'internal', 'producer', 'server', 'unspecified'],
};

type IntrinsicName = Extract<Field, { readonly kind: 'intrinsic' }>['name'];
type RootField = 'rootName' | 'rootServiceName';

/** Readers of the intrinsic fields whose values are listed. The values of other intrinsics are all different. */
const textsOf: { readonly [Name in IntrinsicName]?: (span: TracedSpan) => readonly string[] } = {
  name: ({ span_name }) => [span_name],
  statusMessage: ({ status_message }) => [status_message],
  'event:name': ({ events }) => events.map(({ name }) => name),
  'instrumentation:name': ({ scope }) => [scope.name],
  'instrumentation:version': ({ scope }) => [scope.version],
};

/** Lists the most frequent values of a field, sorted by type and text. */
export async function listTagValues(
  { field, limit }: { readonly field: Field; readonly limit: number },
  selection: TagSelection,
  store: TagStore,
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
  const listed = { field, valuesOf: readerOf(field) };
  const counts =
    (await groupValues(listed, selection, store)) ?? (await countValues(listed, selection, store));
  return counts.list(limit);
}

/** Counts the values by reading the spans. */
async function countValues(
  { field, valuesOf }: ListedField,
  selection: TagSelection,
  store: TagStore,
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
  store: TagStore,
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

/** Leaves out empty strings, which mean that a value is missing. */
function textValues(texts: readonly string[]): readonly Value[] {
  return texts.filter((text) => text !== '').map((value) => ({ type: 'string', value }));
}

function isOfRoot(name: IntrinsicName): name is RootField {
  return name === 'rootName' || name === 'rootServiceName';
}

function readerOf(field: Field): ListedField['valuesOf'] {
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
  switch (scope) {
    case 'span':
      return valueIn(span.attributes, name);
    case 'resource':
      return valueIn(span.resource, name);
    case 'instrumentation':
      return valueIn(span.scope.attributes, name);
    case 'event':
      return span.events.flatMap(({ attributes }) => valueIn(attributes, name));
    case 'link':
      return span.links.flatMap(({ attributes }) => valueIn(attributes, name));
    case undefined:
      return firstOf(span, name);
  }
}

/** Returns the value in the first scope that has the attribute, and there in the first event or link. */
function firstOf({ attributes, resource, events, links, scope }: TracedSpan, name: string) {
  const maps = [attributes, resource, ...events.map(attributesOf), ...links.map(attributesOf)];
  const found = [...maps, scope.attributes].find((each) => each.has(name));
  return found === undefined ? [] : valueIn(found, name);
}

function attributesOf({ attributes }: { readonly attributes: FlatAttributes }): FlatAttributes {
  return attributes;
}

function valueIn(attributes: FlatAttributes, name: string): readonly Value[] {
  const value = attributes.get(name);
  return value === undefined ? [] : [value];
}

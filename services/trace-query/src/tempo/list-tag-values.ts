import type { SpanPart } from '@spanhouse/trace-store/reader';
import type { Field } from '@spanhouse/traceql';
import type { FlatAttributes, TracedSpan, Value } from '@spanhouse/traceql/evaluate';
import { listColumnValues } from './list-column-values.js';
import { type TagValue, ValueTally } from './tag-tallies.js';
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

/** The intrinsic fields of a span whose values are listed. Those of others are all different. */
const textsOf: { readonly [Name in IntrinsicName]?: (span: TracedSpan) => readonly string[] } = {
  name: ({ span_name }) => [span_name],
  statusMessage: ({ status_message }) => [status_message],
  'event:name': ({ events }) => events.map(({ name }) => name),
  'instrumentation:name': ({ scope }) => [scope.name],
  'instrumentation:version': ({ scope }) => [scope.version],
};

/** Lists the values of a field, the most frequent ones, by type and text. */
export async function listTagValues(
  { field, limit }: { readonly field: Field; readonly limit: number },
  selection: TagSelection,
  store: TagStore,
): Promise<readonly TagValue[]> {
  const known = await listColumnValues({ field, limit }, selection, store);
  if (known !== undefined) {
    return known;
  }
  const tally = new ValueTally();
  if (field.kind === 'attribute') {
    const read = { ...selection, unread: unreadFor(field.scope) };
    await walkTaggedSpans(read, store, (span) => {
      for (const value of valuesOf(span, field)) {
        tally.add(value);
      }
    });
    return tally.list(limit);
  }
  const { name } = field;
  const words = keywords[name];
  if (words !== undefined) {
    return words.slice(0, limit).map((value) => ({ type: 'keyword', value }));
  }
  await countTexts(name, { selection, tally }, store);
  return tally.list(limit);
}

/** Empty texts stand for absent ones. */
async function countTexts(
  name: IntrinsicName,
  { selection, tally }: { readonly selection: TagSelection; readonly tally: ValueTally },
  store: TagStore,
): Promise<void> {
  const add = (text: string) => text !== '' && tally.add({ type: 'string', value: text });
  const read = { ...selection, unread: ['attributes' as const] };
  const texts = textsOf[name];
  if (texts !== undefined) {
    await walkTaggedSpans(read, store, (span) => texts(span).forEach(add));
  } else if (isOfRoot(name)) {
    await walkTaggedTraces(read, store, ({ shape, rootService, placed }) => {
      const root = shape.spans[shape.root ?? -1];
      const text = name === 'rootName' ? (root?.span_name ?? '') : rootService;
      for (let counted = 0; counted < placed.length; counted++) {
        add(text);
      }
    });
  }
}

function isOfRoot(name: IntrinsicName): name is RootField {
  return name === 'rootName' || name === 'rootServiceName';
}

function valuesOf(
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

/** Without a scope, the first scope that has the attribute counts, and of its events or links the first. */
function firstOf({ attributes, resource, events, links, scope }: TracedSpan, name: string) {
  const places = [attributes, resource, ...events.map(attributesOf), ...links.map(attributesOf)];
  const place = [...places, scope.attributes].find((each) => each.has(name));
  return place === undefined ? [] : valueIn(place, name);
}

function attributesOf({ attributes }: { readonly attributes: FlatAttributes }): FlatAttributes {
  return attributes;
}

function valueIn(attributes: FlatAttributes, name: string): readonly Value[] {
  const value = attributes.get(name);
  return value === undefined ? [] : [value];
}

function unreadFor(scope: string | undefined): readonly SpanPart[] {
  return scope === 'span' || scope === undefined ? [] : ['attributes'];
}

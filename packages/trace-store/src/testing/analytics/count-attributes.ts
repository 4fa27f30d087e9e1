import {
  type AttributeSource,
  type CanonicalSpan,
  compareCodePoints,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from '@spanhouse/span-schema';
import { type FilterableSpan, valueAtPath } from '@spanhouse/span-schema/testing';
import type {
  AttributeKey,
  AttributeRange,
  AttributeValue,
  DayCount,
  DayRange,
} from '../../trace-analytics.js';
import { toFilterableSpan } from '../to-filterable-span.js';
import { type MeasuredRow, sum } from './trace-entries.js';

const DAY_NS = 86_400_000_000_000n;
const DAY_MS = 86_400_000;
const MAX_TEXT_CHARS = 256;

/** A range of days, and the part of spans whose attributes are counted. */
type PartRange = AttributeRange & { readonly source: Exclude<AttributeSource, 'attributes'> };

type ScalarType = keyof AttributeKey['types'];

interface Leaf {
  readonly key: string;
  readonly type: ScalarType;
}

/** Counts the keys in all rows that start on a day in the range. */
export function countKeys(
  rows: readonly MeasuredRow[],
  { oldest, newest, prefix, limit }: AttributeRange,
): readonly AttributeKey[] {
  const leaves = ofDays(rows, { oldest, newest }).flatMap(({ source }) => leavesOf(source));
  return countLeaves(leaves, { prefix, limit });
}

/** Counts the attribute names in a part. A span counts once per name and type. */
export function countPartKeys(
  rows: readonly MeasuredRow[],
  { source, prefix, limit }: PartRange,
): readonly AttributeKey[] {
  const leaves = rows.flatMap(({ span }) => {
    const found = attributesOfPart(toFilterableSpan(span), source).flatMap((attributes) =>
      Object.entries(attributes).flatMap(([key, value]) =>
        isScalar(value) ? [{ key, type: typeOf(value) }] : [],
      ),
    );
    return [...new Map(found.map((leaf) => [`${leaf.type} ${leaf.key}`, leaf])).values()];
  });
  return countLeaves(leaves, { prefix, limit });
}

function countLeaves(
  all: readonly Leaf[],
  { prefix, limit }: Pick<AttributeRange, 'prefix' | 'limit'>,
): readonly AttributeKey[] {
  const leaves = all.filter(({ key }) => key.startsWith(prefix));
  return [...Map.groupBy(leaves, ({ key }) => key)]
    .map(([key, members]) => {
      const count = (type: ScalarType) => members.filter((leaf) => leaf.type === type).length;
      const types = { string: count('string'), number: count('number'), boolean: count('boolean') };
      return { key, types };
    })
    .toSorted(
      (left, right) =>
        sum(Object.values(right.types)) - sum(Object.values(left.types)) ||
        compareCodePoints(left.key, right.key),
    )
    .slice(0, limit);
}

/** Counts the rows that start on each day in the range. */
export function countDays(rows: readonly MeasuredRow[], range: DayRange): readonly DayCount[] {
  return [...Map.groupBy(ofDays(rows, range), ({ source }) => dayOf(source.start_time))]
    .toSorted(([left], [right]) => Number(left - right))
    .map(([day, members]) => ({
      day: new Date(Number(day) * DAY_MS).toISOString().slice(0, 10),
      spans: members.length,
    }));
}

function ofDays(
  rows: readonly MeasuredRow[],
  { oldest, newest }: Pick<DayRange, 'oldest' | 'newest'>,
): readonly MeasuredRow[] {
  return rows.filter(({ source }) => {
    const day = dayOf(source.start_time);
    return (
      (oldest === undefined || day >= dayOf(oldest)) &&
      (newest === undefined || day <= dayOf(newest - 1n))
    );
  });
}

/** Returns the number of days since 1970, which is negative for earlier days. */
function dayOf(ns: bigint): bigint {
  const inside = ((ns % DAY_NS) + DAY_NS) % DAY_NS;
  return (ns - inside) / DAY_NS;
}

function leavesOf(span: CanonicalSpan): readonly Leaf[] {
  const type = { trace: span.trace_type, ...(span.has_type_span && { span: span.span_type }) };
  return [
    ...scalarLeaves(type, 'ag.type'),
    ...scalarLeaves(span.metrics as unknown as JsonValue, 'ag.metrics'),
    ...Object.entries(span.attributes).flatMap(([name, value]) => scalarLeaves(value, name)),
  ];
}

function scalarLeaves(value: JsonValue | undefined, key: string): readonly Leaf[] {
  if (Array.isArray(value) || isJsonObject(value)) {
    return Object.entries(value).flatMap(([name, member]) =>
      scalarLeaves(member, `${key}.${name}`),
    );
  }
  return value === undefined || value === null ? [] : [{ key, type: typeOf(value) }];
}

function typeOf(scalar: JsonValue): ScalarType {
  if (typeof scalar === 'string') {
    return 'string';
  }
  return typeof scalar === 'boolean' ? 'boolean' : 'number';
}

export function countValues(
  rows: readonly MeasuredRow[],
  { key, source, prefix, limit }: AttributeRange & { readonly key: string },
): readonly AttributeValue[] {
  const scalars = rows.flatMap(({ span }) => {
    const stored = toFilterableSpan(span);
    const found =
      source === 'attributes'
        ? [valueAtPath(stored.attributes, key)]
        : attributesOfPart(stored, source).map((attributes) => attributes[key]);
    const listed = found.filter(isScalar).map((value) => {
      const json = stringifyJson(value);
      return { json, text: typeof value === 'string' ? value : json, value };
    });
    return [...new Map(listed.map((scalar) => [scalar.json, scalar])).values()];
  });
  const shown = scalars
    .filter(({ value, text }) => typeof value !== 'string' || [...text].length <= MAX_TEXT_CHARS)
    .filter(({ text }) => text.startsWith(prefix));
  return [...Map.groupBy(shown, ({ json }) => json)]
    .map(([json, members]) => ({ json, count: members.length, text: members[0]?.text ?? '' }))
    .toSorted(
      (left, right) =>
        right.count - left.count ||
        compareCodePoints(left.text, right.text) ||
        compareCodePoints(left.json, right.json),
    )
    .slice(0, limit)
    .map(({ json, count }) => ({ json, count }));
}

function attributesOfPart(
  span: FilterableSpan,
  source: PartRange['source'],
): readonly JsonObject[] {
  const parts = source === 'events' ? (span.events ?? []) : [span[source] ?? {}];
  return (parts as readonly { readonly attributes?: JsonObject }[]).map(
    ({ attributes = {} }) => attributes,
  );
}

function isScalar(value: JsonValue | undefined): value is string | number | bigint | boolean {
  return value !== undefined && value !== null && typeof value !== 'object';
}

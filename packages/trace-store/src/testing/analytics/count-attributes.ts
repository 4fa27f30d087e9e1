import {
  type CanonicalSpan,
  compareCodePoints,
  isJsonObject,
  type JsonValue,
  stringifyJson,
} from '@spanhouse/span-schema';
import { valueAtPath } from '@spanhouse/span-schema/testing';
import type { AttributeKey, AttributeRange, AttributeValue } from '../../trace-analytics.js';
import { toFilterableSpan } from '../to-filterable-span.js';
import { groupBy, type MeasuredRow, sum } from './trace-entries.js';

const DAY_NS = 86_400_000_000_000n;
const MAX_TEXT_CHARS = 256;

type ScalarType = keyof AttributeKey['types'];

interface Leaf {
  readonly key: string;
  readonly type: ScalarType;
}

/** Counts the keys of every received row whose day the range touches. */
export function countKeys(
  rows: readonly MeasuredRow[],
  { oldest, newest, prefix, limit }: AttributeRange,
): readonly AttributeKey[] {
  const leaves = rows
    .filter(({ source: { start_time } }) => {
      const day = start_time / DAY_NS;
      return (
        (oldest === undefined || day >= oldest / DAY_NS) &&
        (newest === undefined || day <= (newest - 1n) / DAY_NS)
      );
    })
    .flatMap(({ source }) => leavesOf(source))
    .filter(({ key }) => key.startsWith(prefix));
  return [...groupBy(leaves, ({ key }) => key)]
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

/** Counts the scalars at the key. */
export function countValues(
  rows: readonly MeasuredRow[],
  { key, prefix, limit }: AttributeRange & { readonly key: string },
): readonly AttributeValue[] {
  const scalars = rows.flatMap(({ span }) => {
    const value = valueAtPath(toFilterableSpan(span).attributes, key);
    if (value === undefined || value === null || typeof value === 'object') {
      return [];
    }
    const json = stringifyJson(value);
    return [{ json, text: typeof value === 'string' ? value : json, value }];
  });
  const shown = scalars
    .filter(({ value, text }) => typeof value !== 'string' || [...text].length <= MAX_TEXT_CHARS)
    .filter(({ text }) => text.startsWith(prefix));
  return [...groupBy(shown, ({ json }) => json)]
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

import { type CanonicalSpan, isJsonObject, type JsonValue } from '@spanhouse/span-schema';
import type { ActorSelection, BucketSelection, MetricSpec } from '@spanhouse/trace-store/reader';
import { offsetOf, partitionOf, type StoredVersion } from './any-measured-spans.js';

/** Straight from the words of the seam: slow, and obviously right. */
export function currentSpans(
  versions: readonly StoredVersion[],
  snapshot: readonly bigint[],
  deleted: ReadonlyMap<string, bigint>,
): readonly CanonicalSpan[] {
  const current = new Map<string, StoredVersion>();
  for (const version of versions) {
    const { trace_id, span_id } = version.span;
    const end = snapshot[partitionOf(version.span)];
    const isStored =
      (end === undefined || offsetOf(version) < end) &&
      offsetOf(version) >= (deleted.get(trace_id) ?? 0n);
    const known = current.get(trace_id + span_id);
    if (isStored && (known === undefined || known.received < version.received)) {
      current.set(trace_id + span_id, version);
    }
  }
  return [...current.values()].map(({ span }) => span);
}

export function isInWindow(
  { start_time, trace_id }: CanonicalSpan,
  selection: Pick<ActorSelection, 'oldest' | 'newest' | 'ratePercent'> & {
    readonly order?: ActorSelection['order'];
  },
): boolean {
  const { oldest, newest, ratePercent } = selection;
  const isAscending = selection.order === 'ascending';
  return (
    (oldest === undefined || (isAscending ? start_time > oldest : start_time >= oldest)) &&
    (newest === undefined || (isAscending ? start_time <= newest : start_time < newest)) &&
    (ratePercent === undefined || Number.parseInt(trace_id.slice(0, 8), 16) % 100 < ratePercent)
  );
}

export interface Totals {
  readonly tokens: Readonly<Record<string, number | undefined>>;
  readonly costs: Readonly<Record<string, number | undefined>>;
  readonly errors: number | undefined;
}

const COUNTS = ['prompt', 'completion', 'total'];

export function totalsOf(spans: readonly CanonicalSpan[]): Totals {
  const root = firstRoot(spans);
  const group = (name: 'tokens' | 'costs') => {
    const sums = COUNTS.map((count) =>
      sum(spans.map(({ metrics }) => toNumber(metrics[name].incremental?.[count]) ?? 0)),
    );
    const submitted = root?.submitted_cumulative?.[name];
    return Object.fromEntries(
      COUNTS.map((count, index) => [
        count,
        sums.some((value) => value !== 0) ? sums[index] : toNumber(submitted?.[count]),
      ]),
    );
  };
  const errors = sum(spans.map(({ metrics }) => metrics.errors.incremental ?? 0));
  return {
    tokens: group('tokens'),
    costs: group('costs'),
    errors: errors === 0 ? root?.submitted_cumulative?.errors : errors,
  };
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function toNumber(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
}

function firstRoot(spans: readonly CanonicalSpan[]): CanonicalSpan | undefined {
  const key = ({ start_time, span_id }: CanonicalSpan) => `${start_time} ${span_id}`;
  return spans
    .filter(({ parent_id }) => parent_id === undefined)
    .toSorted((left, right) => (key(left) < key(right) ? -1 : 1))[0];
}

export interface Entry {
  readonly bucket: number;
  readonly root: CanonicalSpan;
  readonly totals: Totals;
}

/** One entry for each trace whose first root is selected. */
export function entriesOf(
  spans: readonly CanonicalSpan[],
  selection: BucketSelection,
  matches: (root: CanonicalSpan) => boolean,
): readonly Entry[] {
  return byTrace(spans).flatMap((trace) => {
    const root = firstRoot(trace);
    if (root === undefined || !isInWindow(root, selection) || !matches(root)) {
      return [];
    }
    return [{ bucket: bucketOf(root, selection), root, totals: totalsOf(trace) }];
  });
}

export function bucketOf({ start_time }: CanonicalSpan, { oldest, bucketNs }: BucketSelection) {
  return Number((start_time - oldest) / bucketNs);
}

export function byTrace(spans: readonly CanonicalSpan[]): readonly (readonly CanonicalSpan[])[] {
  return [...groupBy(spans, ({ trace_id }) => trace_id).values()];
}

export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  }
  return groups;
}

/** What the answer shows at the path. */
export function shownAt({ root, totals }: Entry, path: string): JsonValue | undefined {
  const { tokens, costs, errors } = totals;
  const metrics = {
    ...root.metrics,
    tokens: {
      ...root.metrics.tokens,
      cumulative: { ...root.metrics.tokens.cumulative, ...tokens },
    },
    costs: { ...root.metrics.costs, cumulative: { ...root.metrics.costs.cumulative, ...costs } },
    errors: { ...root.metrics.errors, cumulative: errors },
  };
  const type = { trace: root.trace_type, ...(root.has_type_span && { span: root.span_type }) };
  const ag = { ...(root.attributes['ag'] as object), type, metrics };
  return valueAt({ ...root.attributes, ag } as unknown as JsonValue, path.split('.'));
}

/** A name may hold dots itself; the shortest names come first. */
function valueAt(value: JsonValue | undefined, names: readonly string[]): JsonValue | undefined {
  if (names.length === 0) {
    return value;
  }
  for (let length = 1; isJsonObject(value) && length <= names.length; length++) {
    const name = names.slice(0, length).join('.');
    const found = Object.hasOwn(value, name)
      ? valueAt(value[name], names.slice(length))
      : undefined;
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** What is left of the values of a metric: of its type, for lists their texts. */
export function valuesOfType(
  { type }: MetricSpec,
  values: readonly (JsonValue | undefined)[],
): readonly JsonValue[] {
  const isText = (value: JsonValue | undefined) => typeof value === 'string';
  const present = values.filter((value) => value !== undefined);
  switch (type) {
    case 'numeric/continuous':
    case 'numeric/discrete':
      return present
        .filter((value) => typeof value === 'number' || typeof value === 'bigint')
        .map(Number);
    case 'categorical/single':
    case 'string':
      return present.filter(isText);
    case 'categorical/multiple':
      return present.flatMap((value) => (Array.isArray(value) ? value.filter(isText) : []));
    case 'binary':
      return present.filter((value) => typeof value === 'boolean');
    case 'json':
      return present.filter(isJsonObject);
  }
}

import { badRequestAt } from '@spanhouse/api-kit';
import {
  filterAttributeFields,
  filterEnumFields,
  filterTextFields,
  type JsonObject,
  type Location,
  toValidationDetail,
  type ValidationDetail,
  valueError,
} from '@spanhouse/span-schema';
import { aggregateRequestSchema, MAX_BUCKETS } from '@spanhouse/span-schema/api';
import type { AggregateField, AggregateMeasure, ValueAxis } from '@spanhouse/trace-store/reader';
import type { z } from 'zod';
import { parseQueryMembers } from '../requests/parse-query-body.js';
import { divideUp, toRange } from './bucket-range.js';

/** A parsed aggregation query. Its selection has no project and no snapshot yet. */
export type AggregateQuery = ReturnType<typeof parseAggregate>;

/**
 * Parses the body of an aggregation query; see docs/api/analytics.md. Throws a 422 that lists all structural problems,
 * or a 400 if a filter or a field is semantically invalid.
 */
export function parseAggregate(body: JsonObject, nowNs: bigint) {
  const { selection, members } = parseQueryMembers(
    body,
    aggregateRequestSchema,
    ({ time }, bounds) => (time ? checkAggregateTime(time, { ...bounds, nowNs }) : []),
  );
  const time = members.time ? toAggregateTime(members.time, { ...selection, nowNs }) : undefined;
  return {
    selection: {
      ...selection,
      oldest: time?.oldest ?? selection.oldest,
      newest: time?.newest ?? selection.newest,
      order: 'descending' as const,
    },
    focus: members.focus,
    time,
    value: toValueAxis(members.value),
    groupBy: members.group_by.map((sent, index) => toField(sent, ['group_by', index])),
    measures: toMeasures(members),
    limit: members.limit,
    /** The facets as the client sent them; undefined if the request has none. */
    facets: members.facets?.map((sent, index) => ({
      sent,
      field: toField(sent, ['facets', index]),
    })),
  };
}

const NS_PER_MS = 1_000_000n;
/** Longest interval. A longer interval in ns exceeds 64 bits. */
const MAX_INTERVAL_NS = 2n ** 63n - 1n;

/** A time range that is divided into buckets. The first bucket begins at `oldest`; `newest` is exclusive. */
interface AggregateTime {
  readonly oldest: bigint;
  readonly newest: bigint;
  readonly bucketNs: bigint;
  /** The bucket length in ms that answers show. */
  readonly intervalMs: number;
}

interface Bounds {
  readonly oldest?: bigint | undefined;
  readonly newest?: bigint | undefined;
}

type Time = NonNullable<AggregateMembers['time']>;
type Range = Bounds & { readonly nowNs: bigint };

/** Returns a problem if the range has too many buckets. */
function checkAggregateTime(time: Time, range: Range): readonly ValidationDetail[] {
  const { oldest, newest, intervalMs } = toAggregateTime(time, range);
  if (divideUp(newest - oldest, BigInt(intervalMs) * NS_PER_MS) <= MAX_BUCKETS) {
    return [];
  }
  const problem = valueError(`The range has more than ${MAX_BUCKETS} buckets.`);
  return [toValidationDetail(problem, ['body', 'time', 'interval_ms'], time.interval_ms)];
}

/** Computes the buckets that a request specifies. */
function toAggregateTime({ buckets, interval_ms: sentMs }: Time, range: Range): AggregateTime {
  const { oldest, newest } = toRange(range, range.nowNs);
  const intervalMs = BigInt(
    sentMs ?? divideUp(divideUp(newest - oldest, BigInt(buckets ?? 1)), NS_PER_MS),
  );
  const bucketNs = intervalMs * NS_PER_MS;
  return {
    oldest,
    newest,
    bucketNs: bucketNs > MAX_INTERVAL_NS ? MAX_INTERVAL_NS : bucketNs,
    intervalMs: Number(intervalMs),
  };
}

/** The validated members of a request. */
type AggregateMembers = z.output<typeof aggregateRequestSchema>;

const root = 'attributes.';

function toValueAxis(value: AggregateMembers['value']): ValueAxis | undefined {
  if (value === undefined || value === null) {
    return undefined;
  }
  const { path, min, max, ...axis } = value;
  return {
    ...axis,
    path: path.startsWith(root) ? path.slice(root.length) : path,
    min: min ?? undefined,
    max: max ?? undefined,
  };
}

/** A measure, and its name in answers. */
export interface NamedMeasure {
  readonly name: string;
  readonly measure: AggregateMeasure;
}

function toMeasures({ measures }: AggregateMembers): readonly NamedMeasure[] {
  return [...new Set(measures)].map((name) => ({ name, measure: toMeasure(name) }));
}

function toMeasure(name: string): AggregateMeasure {
  const [group = '', member = ''] = name.split(/\.(.*)/s);
  switch (group) {
    case 'count':
    case 'failed':
      return { kind: group };
    case 'errors':
      return { kind: 'sum', of: 'errors' };
    case 'duration':
      return member === 'sum'
        ? { kind: 'sum', of: 'duration' }
        : { kind: 'percentile', level: Number(member.slice(1)) / 100 };
    default: {
      const part = member === 'sum' ? 'total' : (member as 'prompt' | 'completion');
      return { kind: 'sum', of: `${group as 'tokens' | 'costs'}_${part}` };
    }
  }
}

/** A grouping field as the client sent it. */
type SentField = AggregateMembers['group_by'][number];

const fieldsWithColumns = [...filterEnumFields, ...filterTextFields] as const;

/**
 * Converts a field of the request. `loc` is the field's location. Throws a 400 if a span can have several values of the
 * field.
 */
function toField({ field, key }: SentField, loc: Location): AggregateField {
  const named = fieldsWithColumns.find((name) => name === field);
  if (named !== undefined) {
    return { field: named };
  }
  const object = filterAttributeFields.find((name) => name === field);
  if (object === undefined) {
    throw badRequestAt(loc, `Unsupported condition field '${field.slice(0, 200)}'.`);
  }
  if (key === undefined || key === null) {
    throw badRequestAt(loc, `'${object}' key is required and thus never null.`);
  }
  return { field: object, key };
}

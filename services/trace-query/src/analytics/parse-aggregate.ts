import {
  type JsonObject,
  toValidationDetail,
  type ValidationDetail,
  valueError,
} from '@spanhouse/span-schema';
import { aggregateRequestSchema, MAX_BUCKETS } from '@spanhouse/span-schema/api';
import { parseQueryMembers } from '../requests/parse-query-body.js';
import { type AggregateMembers, toField, toMeasures, toValueAxis } from './aggregate-members.js';
import { divideUp, toRange } from './bucket-range.js';

/** A parsed aggregation. Its selection does not have the project and the snapshot yet. */
export type AggregateQuery = ReturnType<typeof parseAggregate>;

/**
 * Parses the body of an aggregation; see docs/api/analytics.md. Throws a 422 that lists all structural problems, or a
 * 400 if a filter or a field is meaningless.
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
    /** The facets as the request contains them; undefined if it has none. */
    facets: members.facets?.map((sent, index) => ({
      sent,
      field: toField(sent, ['facets', index]),
    })),
  };
}

const NS_PER_MS = 1_000_000n;
/** Longest interval. The nanoseconds of a longer interval do not fit into 64 bits. */
const MAX_INTERVAL_NS = 2n ** 63n - 1n;

/** A time range that is divided into buckets. The first bucket begins at `oldest`; `newest` is exclusive. */
interface AggregateTime {
  readonly oldest: bigint;
  readonly newest: bigint;
  readonly bucketNs: bigint;
  /** The bucket length as the answer shows it. */
  readonly intervalMs: number;
}

interface Bounds {
  readonly oldest?: bigint | undefined;
  readonly newest?: bigint | undefined;
}

type Time = NonNullable<AggregateMembers['time']>;
type Range = Bounds & { readonly nowNs: bigint };

/** Returns a problem if a range has too many buckets. */
function checkAggregateTime(time: Time, range: Range): readonly ValidationDetail[] {
  const { oldest, newest, intervalMs } = toAggregateTime(time, range);
  if (divideUp(newest - oldest, BigInt(intervalMs) * NS_PER_MS) <= MAX_BUCKETS) {
    return [];
  }
  const problem = valueError(`The range has more than ${MAX_BUCKETS} buckets.`);
  return [toValidationDetail(problem, ['body', 'time', 'interval_ms'], time.interval_ms)];
}

/** Computes the buckets of a request. */
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

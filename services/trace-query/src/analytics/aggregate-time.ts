import { toValidationDetail, type ValidationDetail, valueError } from '@spanhouse/span-schema';
import { MAX_BUCKETS } from '@spanhouse/span-schema/api';
import type { AggregateMembers } from './aggregate-members.js';
import { divideUp, toRange } from './bucket-range.js';

const NS_PER_MS = 1_000_000n;
/** The nanoseconds of a longer interval do not fit into 64 bits. */
const MAX_INTERVAL_NS = 2n ** 63n - 1n;

/** A range of time, cut into buckets that begin at `oldest`; `newest` is exclusive. */
export interface AggregateTime {
  readonly oldest: bigint;
  readonly newest: bigint;
  readonly bucketNs: bigint;
  /** As the answer shows it. */
  readonly intervalMs: number;
}

interface Bounds {
  readonly oldest?: bigint | undefined;
  readonly newest?: bigint | undefined;
}

type Time = NonNullable<AggregateMembers['time']>;
type Range = Bounds & { readonly nowNs: bigint };

/** Returns the problem of a range that has too many buckets. */
export function checkAggregateTime(time: Time, range: Range): readonly ValidationDetail[] {
  const { oldest, newest, intervalMs } = toAggregateTime(time, range);
  if (divideUp(newest - oldest, BigInt(intervalMs) * NS_PER_MS) <= MAX_BUCKETS) {
    return [];
  }
  const problem = valueError(`The range has more than ${MAX_BUCKETS} buckets.`);
  return [toValidationDetail(problem, ['body', 'time', 'interval_ms'], time.interval_ms)];
}

/** Returns the buckets of a request. */
export function toAggregateTime(
  { buckets, interval_ms: sentMs }: Time,
  range: Range,
): AggregateTime {
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

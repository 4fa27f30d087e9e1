import { toValidationDetail, type ValidationDetail, valueError } from '@spanhouse/span-schema';
import type { AggregateMembers } from './aggregate-members.js';
import { divideUp, toRange } from './bucket-range.js';

const NS_PER_MS = 1_000_000n;
const MAX_BUCKETS = 1024n;
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

/** Returns the buckets that a request asks for; adds a problem to `issues` if there are more than 1024. */
export function toAggregateTime(
  time: NonNullable<AggregateMembers['time']>,
  range: Bounds & { readonly nowNs: bigint },
  issues: ValidationDetail[],
): AggregateTime {
  const { oldest, newest } = toRange(range, range.nowNs);
  const rangeNs = newest - oldest;
  const { buckets, interval_ms } = time;
  const intervalMs = BigInt(
    interval_ms ?? divideUp(divideUp(rangeNs, BigInt(buckets ?? 1)), NS_PER_MS),
  );
  const bucketNs = intervalMs * NS_PER_MS;
  if (divideUp(rangeNs, bucketNs) > MAX_BUCKETS) {
    const problem = valueError(`The range has more than ${MAX_BUCKETS} buckets.`);
    issues.push(toValidationDetail(problem, ['body', 'time', 'interval_ms'], interval_ms));
  }
  return {
    oldest,
    newest,
    bucketNs: bucketNs > MAX_INTERVAL_NS ? MAX_INTERVAL_NS : bucketNs,
    intervalMs: Number(intervalMs),
  };
}

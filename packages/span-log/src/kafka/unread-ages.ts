/** Relative precision at which the search for an age ends. MIN_RANGE_MS may end the search earlier. */
const PRECISION = 0.01;
const MIN_RANGE_MS = 2;
/** Resolution of the reported age. */
const MIN_AGE_MS = 10;
/** Maximum number of requests in a search. Partitions with similar ages share most of these requests. */
const MAX_STEPS = 50;

/** Resolves, for each partition, with the offset of the first message at or after `sinceMs`. */
type OffsetsByTime = (
  sinceMs: number,
) => Promise<readonly { readonly partition: number; readonly offset: string }[]>;

export interface UnreadAgesOptions {
  readonly offsetsByTime: OffsetsByTime;
  /** The first unread offset of each partition with unread messages. */
  readonly unread: ReadonlyMap<number, number>;
  readonly nowMs: number;
  /** Maximum reported age; greater ages are reported as this value. */
  readonly maxAgeMs: number;
}

/** The known bounds of a message's age: greater than `atLeast`, and at most `atMost`. */
interface AgeRange {
  readonly offset: number;
  atLeast: number;
  atMost: number;
}

/**
 * Returns the age of each partition's first unread message, according to Kafka's timestamps and rounded up by at most
 * one percent. Searches for offsets by timestamp, because only a group member can fetch the message itself.
 */
export async function readUnreadAges(
  options: UnreadAgesOptions,
): Promise<ReadonlyMap<number, number>> {
  const { offsetsByTime, unread, nowMs, maxAgeMs } = options;
  const ranges = new Map<number, AgeRange>();
  for (const [partition, offset] of unread) {
    ranges.set(partition, { offset, atLeast: 0, atMost: maxAgeMs });
  }
  const ask = async (ageMs: number): Promise<void> => {
    for (const { partition, offset } of await offsetsByTime(nowMs - ageMs)) {
      narrow(ranges.get(partition), ageMs, Number(offset));
    }
  };
  let next: number | undefined = ranges.size === 0 ? undefined : maxAgeMs;
  for (let step = 0; next !== undefined && step < MAX_STEPS; step += 1) {
    await ask(Math.floor(next));
    next = nextAge([...ranges.values()]);
  }
  return new Map([...ranges].map(([partition, { atMost }]) => [partition, atMost]));
}

function narrow(range: AgeRange | undefined, ageMs: number, firstYounger: number): void {
  if (range === undefined) {
    return;
  }
  if (firstYounger <= range.offset) {
    range.atMost = Math.min(range.atMost, ageMs);
  } else {
    range.atLeast = Math.min(Math.max(range.atLeast, ageMs), range.atMost);
  }
}

/**
 * Selects the range whose upper and lower bounds have the largest ratio, and returns the geometric mean of these
 * bounds; undefined if all ranges are narrow enough.
 */
function nextAge(ranges: readonly AgeRange[]): number | undefined {
  const wide = ranges
    .map(({ atLeast, atMost }) => ({ low: Math.max(atLeast, MIN_AGE_MS), high: atMost }))
    .filter(({ low, high }) => high - low > Math.max(high * PRECISION, MIN_RANGE_MS))
    .toSorted((left, right) => right.high / right.low - left.high / left.low);
  const widest = wide[0];
  return widest && Math.sqrt(widest.low * widest.high);
}

import type { Admin } from 'kafkajs';

/** Halvings of the searched time: ten minutes remain of a week, which is exact enough for hours. */
const STEPS = 10;

interface UnreadAgeOptions {
  readonly admin: Admin;
  readonly topic: string;
  /** The first unread offset of each partition that has unread messages. */
  readonly unread: ReadonlyMap<number, number>;
  readonly nowMs: number;
  /** Larger ages are reported as this one. */
  readonly maxAgeMs: number;
}

/**
 * Returns the age of the oldest unread message by Kafka's own timestamps, at most `maxAgeMs` and exact
 * to a thousandth of it; 0 without unread messages. It asks for offsets by timestamp, because only a
 * member of a group could fetch the message.
 */
export async function readUnreadAge({
  admin,
  topic,
  unread,
  nowMs,
  maxAgeMs,
}: UnreadAgeOptions): Promise<number> {
  if (unread.size === 0) {
    return 0;
  }
  const isAllYounger = async (ageMs: number): Promise<boolean> => {
    const offsets = await admin.fetchTopicOffsetsByTimestamp(topic, Math.floor(nowMs - ageMs));
    return offsets.every(
      ({ partition, offset }) => Number(offset) <= (unread.get(partition) ?? Number.MAX_VALUE),
    );
  };
  let [atLeast, below] = [0, maxAgeMs];
  if (!(await isAllYounger(maxAgeMs))) {
    return maxAgeMs;
  }
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (atLeast + below) / 2;
    [atLeast, below] = (await isAllYounger(middle)) ? [atLeast, middle] : [middle, below];
  }
  return below;
}

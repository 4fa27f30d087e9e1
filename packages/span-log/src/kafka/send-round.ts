import type { Message } from 'kafkajs';

/** One message on its way, and what its publisher waits for. */
export interface OutgoingMessage {
  readonly message: Message & { readonly partition: number };
  /** Of key, value and headers, with what a record adds to them. */
  readonly bytes: number;
  readonly resolve: (offset: number) => void;
  readonly reject: (error: unknown) => void;
}

export interface RoundLimits {
  /** Of the messages for one partition: they become one record batch. */
  readonly partitionBytes: number;
  readonly roundBytes: number;
}

/**
 * Takes from the front of `queue` what fits into one request. A message that has to wait makes the
 * later ones of its partition wait too, so the order within a partition stays. Never takes nothing.
 */
export const takeRound = (
  queue: OutgoingMessage[],
  { partitionBytes, roundBytes }: RoundLimits,
): OutgoingMessage[] => {
  const round: OutgoingMessage[] = [];
  const waiting: OutgoingMessage[] = [];
  const taken = new Map<number, number>();
  let total = 0;
  for (const outgoing of queue) {
    const { partition } = outgoing.message;
    const before = taken.get(partition) ?? 0;
    const isFull = before + outgoing.bytes > partitionBytes && before > 0;
    const isLast = total + outgoing.bytes > roundBytes && total > 0;
    if (isFull || isLast) {
      taken.set(partition, Number.POSITIVE_INFINITY);
      waiting.push(outgoing);
    } else {
      taken.set(partition, before + outgoing.bytes);
      total += outgoing.bytes;
      round.push(outgoing);
    }
  }
  queue.splice(0, queue.length, ...waiting);
  return round;
};

import type { Message } from 'kafkajs';
import type { TextHeaders } from '../../messages/message-headers.js';

/** A queued message and the callbacks that settle the publisher's promise. */
export interface OutgoingMessage {
  readonly message: Message & { readonly partition: number; readonly headers: TextHeaders };
  /** Size of the key, value and headers, plus the record overhead. */
  readonly bytes: number;
  readonly resolve: (offset: number) => void;
  readonly reject: (error: unknown) => void;
}

export interface RoundLimits {
  /** Size limit for one partition's messages, which become one record batch. */
  readonly partitionBytes: number;
  readonly roundBytes: number;
}

/**
 * Removes from `queue` the messages that fit in one request, and returns them. Always takes at least the first message
 * whose partition is not in `held`. If a message has to wait, all later messages of its partition wait too, so that
 * their order is kept.
 */
export function takeRound(
  queue: OutgoingMessage[],
  { partitionBytes, roundBytes }: RoundLimits,
  held: ReadonlySet<number>,
): OutgoingMessage[] {
  const round: OutgoingMessage[] = [];
  const taken = new Map([...held].map((partition) => [partition, Number.POSITIVE_INFINITY]));
  let total = 0;
  let waiting = 0;
  for (const outgoing of queue) {
    const { partition } = outgoing.message;
    const before = taken.get(partition) ?? 0;
    const isFull = before + outgoing.bytes > partitionBytes && before > 0;
    const isLast = total + outgoing.bytes > roundBytes && total > 0;
    if (isFull || isLast) {
      taken.set(partition, Number.POSITIVE_INFINITY);
      queue[waiting] = outgoing;
      waiting += 1;
    } else {
      taken.set(partition, before + outgoing.bytes);
      total += outgoing.bytes;
      round.push(outgoing);
    }
  }
  queue.length = waiting;
  return round;
}

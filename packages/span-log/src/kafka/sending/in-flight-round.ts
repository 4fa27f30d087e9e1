import type { RecordMetadata } from 'kafkajs';
import type { OutgoingMessage } from './send-round.js';

/** The messages of one request, for which the broker returns a separate result per partition. */
export class InFlightRound {
  readonly messages: readonly OutgoingMessage['message'][];
  readonly #unanswered: Map<number, OutgoingMessage[]>;
  #isGivenUp = false;

  /** Starts a round. `number` adds the writer and the sequence number to a message's headers. */
  constructor(
    round: readonly OutgoingMessage[],
    number: (message: OutgoingMessage['message']) => OutgoingMessage['message'],
  ) {
    this.messages = round.map(({ message }) => number(message));
    this.#unanswered = Map.groupBy(round, ({ message }) => message.partition);
  }

  /** The partitions that have no result yet. */
  get partitions(): readonly number[] {
    return [...this.#unanswered.keys()];
  }

  /** True once `fail` has been called. */
  get isGivenUp(): boolean {
    return this.#isGivenUp;
  }

  /** Number of messages that have no result yet. */
  get unanswered(): number {
    return [...this.#unanswered.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /**
   * Resolves the messages of a partition. Returns false if the partition has no unanswered messages, or if the result
   * has no offset, which means that the partition failed.
   */
  answer({ partition, baseOffset }: RecordMetadata): boolean {
    const first = Number(baseOffset ?? -1);
    const messages = this.#unanswered.get(partition);
    if (messages === undefined || first < 0) {
      return false;
    }
    this.#unanswered.delete(partition);
    for (const [at, { resolve }] of messages.entries()) {
      resolve(first + at);
    }
    return true;
  }

  /** Rejects the messages of all partitions that have no result yet. */
  fail(error: unknown): void {
    this.#isGivenUp = true;
    for (const messages of this.#unanswered.values()) {
      for (const { reject } of messages) {
        reject(error);
      }
    }
    this.#unanswered.clear();
  }
}

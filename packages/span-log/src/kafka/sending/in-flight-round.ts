import type { RecordMetadata } from 'kafkajs';
import type { OutgoingMessage } from './send-round.js';

/** The messages of one request. The broker answers for each partition separately. */
export class InFlightRound {
  readonly messages: readonly OutgoingMessage['message'][];
  readonly #unanswered: Map<number, OutgoingMessage[]>;
  #isGivenUp = false;

  /** Starts a round. Each message is sent with the headers that `number` returns. */
  constructor(
    round: readonly OutgoingMessage[],
    number: (message: OutgoingMessage['message']) => OutgoingMessage['message'],
  ) {
    this.messages = round.map(({ message }) => number(message));
    this.#unanswered = Map.groupBy(round, ({ message }) => message.partition);
  }

  /** The partitions that are not answered yet. */
  get partitions(): readonly number[] {
    return [...this.#unanswered.keys()];
  }

  /** True after a call of `fail`. */
  get isGivenUp(): boolean {
    return this.#isGivenUp;
  }

  /** Number of messages that are not answered yet. */
  get unanswered(): number {
    return [...this.#unanswered.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /**
   * Resolves the messages of a partition. Returns false if the partition has no unanswered messages, or if the answer
   * has no offset, which means a failure.
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

  /** Rejects the messages of all partitions that are not answered yet. */
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

import type { DeadLetter, DeadLetterSink, StoredRetry } from '../dead-letter-sink.js';
import { toMessage } from '../messages/log-record.js';
import { decodeMessageHeaders } from '../messages/message-headers.js';
import { MessageNumbers } from '../messages/message-numbers.js';
import type { LogRecord, PublishOutcome, SpanPublisher } from '../span-publisher.js';
import type {
  CommitOutcome,
  CommittedPosition,
  LogMessage,
  LogMessageHeaders,
} from '../span-subscription.js';
import { InMemoryDeadLetters } from './in-memory-dead-letters.js';
import { type InMemoryGroup, InMemorySpanSubscription } from './in-memory-span-subscription.js';

export interface InMemorySpanLogOptions {
  readonly partitionCount?: number;
  /** Maximum number of messages per delivery; default 10. */
  readonly maxMessagesPerDelivery?: number;
}

const MAX_RECORD_BYTES = 1024 * 1024;

/** A span log in memory, with its consumer group and its dead letters. */
export class InMemorySpanLog implements SpanPublisher, DeadLetterSink, InMemoryGroup {
  readonly logId = 'in-memory-log';
  readonly generation = 1;
  readonly topic = 'spans';
  readonly maxRecordBytes = MAX_RECORD_BYTES;
  readonly inFlightBytes = 0;
  readonly maxInFlightBytes = Number.POSITIVE_INFINITY;
  readonly partitionCount: number;
  readonly maxMessagesPerDelivery: number;
  /** All letters that were ever put, including refused retries. */
  readonly deadLetters: DeadLetter[] = [];
  /** The letters that are not settled. */
  readonly letters = new InMemoryDeadLetters(this.generation, { nowMs: () => Date.now() });
  readonly #partitions: readonly LogMessage[][];
  readonly #committed: CommittedPosition[];
  readonly #numbers = new MessageNumbers();
  /** The first offset that the log still has, by partition. */
  readonly #earliest = new Map<number, number>();
  #members: InMemorySpanSubscription[] = [];
  #rebalancing = Promise.resolve();
  #isRebalancing = false;

  constructor({ partitionCount = 1, maxMessagesPerDelivery = 10 }: InMemorySpanLogOptions = {}) {
    this.partitionCount = partitionCount;
    this.maxMessagesPerDelivery = maxMessagesPerDelivery;
    this.#partitions = Array.from({ length: partitionCount }, () => []);
    this.#committed = this.#partitions.map((_, partition) => ({
      partition,
      offset: 0,
      metadata: '',
    }));
  }

  async publish(records: readonly LogRecord[]): Promise<PublishOutcome> {
    const messages = await Promise.all(
      records.map(async (record) => ({ ...record, ...(await toMessage(record)) })),
    );
    const positions = messages.map(({ partition, value, headers }) =>
      this.append(partition, value, decodeMessageHeaders(this.#numbers.number(partition, headers))),
    );
    return { status: 'published', positions };
  }

  /** Appends a message unchanged, even if it is unreadable. */
  append(partition: number, frame: Uint8Array, headers: LogMessageHeaders) {
    const messages = this.#partitions[partition] ?? [];
    const position = { partition, offset: messages.length };
    messages.push({ ...position, frame, headers });
    for (const member of this.#members) {
      member.wake();
    }
    return position;
  }

  put(letters: readonly DeadLetter[]): Promise<void> {
    this.deadLetters.push(...letters);
    return this.letters.put(letters);
  }

  settle(retries: readonly StoredRetry[]): Promise<void> {
    return this.letters.settle(retries);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Creates a new member of the log's only group. */
  subscribe(): InMemorySpanSubscription {
    return new InMemorySpanSubscription(this);
  }

  committed(partition: number): CommittedPosition {
    return this.#committed[partition] ?? { partition, offset: 0, metadata: '' };
  }

  earliest(partition: number): number {
    return this.#earliest.get(partition) ?? 0;
  }

  /** Drops the messages before `offset`, as retention does. */
  dropBefore(partition: number, offset: number): void {
    this.#earliest.set(partition, Math.max(offset, this.earliest(partition)));
    for (const member of this.#members) {
      member.wake();
    }
  }

  /** Returns all messages that were ever appended. */
  messages(partition: number): readonly LogMessage[] {
    return this.#partitions[partition] ?? [];
  }

  /** Adds a member to the group. Only the member calls this. */
  join(member: InMemorySpanSubscription): Promise<void> {
    this.#members.push(member);
    return this.rebalance();
  }

  /** Removes a member from the group. Only the member calls this. */
  leave(member: InMemorySpanSubscription): Promise<void> {
    this.#members = this.#members.filter((other) => other !== member);
    return this.rebalance();
  }

  /** Commits a position for a member. Only the member calls this. */
  commit(member: InMemorySpanSubscription, position: CommittedPosition): CommitOutcome {
    const { partition, offset } = position;
    const isOwner = !this.#isRebalancing && member.owned.includes(partition);
    if (!isOwner || offset < this.committed(partition).offset) {
      return { status: 'lost' };
    }
    this.#committed[partition] = position;
    return { status: 'committed' };
  }

  /** Assigns the partitions again, as Kafka does when a member joins or leaves. */
  rebalance(): Promise<void> {
    this.#rebalancing = this.#rebalancing.then(() => this.#assignAgain());
    return this.#rebalancing;
  }

  /** Assigns the partitions again after every member has drained. */
  async rebalanceAfterDrain(): Promise<void> {
    await Promise.all(this.#members.map((member) => member.drain()));
    await this.rebalance();
  }

  async #assignAgain(): Promise<void> {
    const members = this.#members;
    this.#isRebalancing = true;
    await Promise.all(members.map((member) => member.revoke()));
    this.#isRebalancing = false;
    const partitions = this.#committed.map(({ partition }) => partition);
    const shares = members.map((_, i) => partitions.filter((p) => p % members.length === i));
    await Promise.all(members.map((member, i) => member.assign(shares[i] ?? [])));
  }
}

import type { DeadLetter, DeadLetterSink } from '../dead-letter-sink.js';
import { toMessage } from '../log-record.js';
import { decodeMessageHeaders } from '../message-headers.js';
import type { LogRecord, PublishOutcome, SpanPublisher } from '../span-publisher.js';
import type {
  CommitOutcome,
  CommittedPosition,
  LogMessage,
  LogMessageHeaders,
} from '../span-subscription.js';
import { type InMemoryGroup, InMemorySpanSubscription } from './in-memory-span-subscription.js';

export interface InMemorySpanLogOptions {
  readonly partitionCount?: number;
  /** Default 10. */
  readonly maxMessagesPerDelivery?: number;
}

const MAX_RECORD_BYTES = 1024 * 1024;

/** The span log without a disk: everything that travels, the group, and what was put aside. */
export class InMemorySpanLog implements SpanPublisher, DeadLetterSink, InMemoryGroup {
  readonly logId = 'in-memory-log';
  readonly generation = 1;
  readonly topic = 'spans';
  readonly maxRecordBytes = MAX_RECORD_BYTES;
  readonly inFlightBytes = 0;
  readonly maxInFlightBytes = Number.POSITIVE_INFINITY;
  readonly partitionCount: number;
  readonly maxMessagesPerDelivery: number;
  readonly deadLetters: DeadLetter[] = [];
  readonly #partitions: readonly LogMessage[][];
  readonly #committed: CommittedPosition[];
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
      this.append(partition, value, decodeMessageHeaders(headers)),
    );
    return { status: 'published', positions };
  }

  /** Appends a message as it is, readable or not. */
  append(partition: number, frame: Uint8Array, headers: LogMessageHeaders) {
    const messages = this.#partitions[partition] ?? [];
    const position = { partition, offset: messages.length };
    messages.push({ ...position, frame, headers });
    for (const member of this.#members) member.wake();
    return position;
  }

  put(letters: readonly DeadLetter[]): Promise<void> {
    this.deadLetters.push(...letters);
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** A new member of the one group this log has. */
  subscribe(): InMemorySpanSubscription {
    return new InMemorySpanSubscription(this);
  }

  committed(partition: number): CommittedPosition {
    return this.#committed[partition] ?? { partition, offset: 0, metadata: '' };
  }

  messages(partition: number): readonly LogMessage[] {
    return this.#partitions[partition] ?? [];
  }

  /** For members. */
  join(member: InMemorySpanSubscription): Promise<void> {
    this.#members.push(member);
    return this.rebalance();
  }

  /** For members. */
  leave(member: InMemorySpanSubscription): Promise<void> {
    this.#members = this.#members.filter((other) => other !== member);
    return this.rebalance();
  }

  /** For members. */
  commit(member: InMemorySpanSubscription, position: CommittedPosition): CommitOutcome {
    const { partition, offset } = position;
    const isOwner = !this.#isRebalancing && member.owned.includes(partition);
    if (!isOwner || offset < this.committed(partition).offset) return { status: 'lost' };
    this.#committed[partition] = position;
    return { status: 'committed' };
  }

  /** Deals the partitions out again, as Kafka does when a member comes or goes. */
  rebalance(): Promise<void> {
    this.#rebalancing = this.#rebalancing.then(() => this.#deal());
    return this.#rebalancing;
  }

  /** As long as Kafka waits: nothing is in flight any more. */
  async rebalanceInOrder(): Promise<void> {
    await Promise.all(this.#members.map((member) => member.settle()));
    await this.rebalance();
  }

  async #deal(): Promise<void> {
    const members = this.#members;
    this.#isRebalancing = true;
    await Promise.all(members.map((member) => member.revoke()));
    this.#isRebalancing = false;
    const partitions = this.#committed.map(({ partition }) => partition);
    const shares = members.map((_, i) => partitions.filter((p) => p % members.length === i));
    await Promise.all(members.map((member, i) => member.assign(shares[i] ?? [])));
  }
}

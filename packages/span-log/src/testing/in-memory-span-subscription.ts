import type {
  CommitOutcome,
  CommittedPosition,
  LogMessage,
  LostMessages,
  SpanSubscription,
  SubscriptionListener,
} from '../span-subscription.js';

/** The functions of the log and its group that a member calls. */
export interface InMemoryGroup extends Pick<SpanSubscription, 'logId' | 'generation' | 'topic'> {
  readonly maxMessagesPerDelivery: number;
  messages(partition: number): readonly LogMessage[];
  /** The first offset that the log still has. */
  earliest(partition: number): number;
  committed(partition: number): CommittedPosition;
  commit(member: InMemorySpanSubscription, position: CommittedPosition): CommitOutcome;
  join(member: InMemorySpanSubscription): Promise<void>;
  leave(member: InMemorySpanSubscription): Promise<void>;
}

/** One member of the group of an InMemorySpanLog. */
export class InMemorySpanSubscription implements SpanSubscription {
  readonly logId: string;
  readonly generation: number;
  readonly topic: string;
  readonly maxMetadataBytes = 4000;
  readonly failed: Promise<never>;
  readonly #log: InMemoryGroup;
  #owned: readonly number[] = [];
  #listener: SubscriptionListener | undefined;
  #delivery = new AbortController();
  #deliveries: readonly Promise<void>[] = [];
  #waiting: (() => void)[] = [];
  #isKilled = false;
  #fail: (error: unknown) => void = () => undefined;
  #reportKill: () => void = () => undefined;
  /** Resolves at `kill`, so that unfinished work of a killed member does not block other members. */
  readonly #killed: Promise<void>;

  constructor(log: InMemoryGroup) {
    this.#log = log;
    this.logId = log.logId;
    this.generation = log.generation;
    this.topic = log.topic;
    this.failed = new Promise<never>((_, reject) => {
      this.#fail = reject;
    });
    this.#killed = new Promise((resolve) => {
      this.#reportKill = resolve;
    });
    this.failed.catch(() => undefined); // a test may ignore the rejection
  }

  get owned(): readonly number[] {
    return this.#owned;
  }

  async start(listener: SubscriptionListener): Promise<void> {
    this.#listener = listener;
    await this.#log.join(this);
  }

  commit(position: CommittedPosition): Promise<CommitOutcome> {
    if (this.#isKilled) {
      return new Promise(() => undefined);
    }
    return Promise.resolve(this.#log.commit(this, position));
  }

  lag(): Promise<ReadonlyMap<number, number>> {
    const lagOf = (partition: number) =>
      this.#log.messages(partition).length - this.#log.committed(partition).offset;
    return Promise.resolve(new Map(this.#owned.map((partition) => [partition, lagOf(partition)])));
  }

  async close(): Promise<void> {
    if (this.#isKilled) {
      return;
    }
    this.#delivery.abort();
    this.wake();
    await Promise.all(this.#deliveries);
    this.#owned = [];
    await this.#log.leave(this);
  }

  /** Simulates a crash of the member: it receives no more calls, and its own calls never resolve. */
  async kill(): Promise<void> {
    this.#isKilled = true;
    this.#reportKill();
    this.#owned = [];
    this.wake();
    await this.#log.leave(this);
  }

  /** Resumes delivery after a message has arrived. Only the log calls this. */
  wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) {
      resume();
    }
  }

  /** Waits until the listener has finished its work in flight. Only the log calls this. */
  async drain(): Promise<void> {
    await this.#listener?.onRebalance?.();
  }

  /** Stops delivery before other members own the partitions. Only the log calls this. */
  async revoke(): Promise<void> {
    this.#owned = [];
    this.#delivery.abort();
    this.wake();
    await Promise.race([Promise.all(this.#deliveries), this.#killed]);
  }

  /** Assigns partitions and starts delivery. Only the log calls this. */
  async assign(partitions: readonly number[]): Promise<void> {
    if (this.#isKilled) {
      return;
    }
    this.#owned = partitions;
    this.#delivery = new AbortController();
    const positions = partitions.map((partition) => this.#startOf(partition));
    try {
      await Promise.race([this.#listener?.onAssigned(positions), this.#killed]);
    } catch (error) {
      this.#fail(error);
      return;
    }
    const { signal } = this.#delivery;
    if (this.#isKilled) {
      return;
    }
    this.#deliveries = positions.map((position) => this.#deliver(position, signal));
  }

  /**
   * Returns the start position. Discards the metadata if messages are lost, because a block cannot be replayed without
   * its first message.
   */
  #startOf(partition: number): CommittedPosition {
    const committed = this.#log.committed(partition);
    return committed.offset < this.#log.earliest(partition)
      ? { ...committed, metadata: '' }
      : committed;
  }

  async #deliver({ partition, offset }: CommittedPosition, signal: AbortSignal): Promise<void> {
    let next = offset;
    while (!signal.aborted && !this.#isKilled) {
      const end = this.#log.earliest(partition);
      const messages = next < end ? [] : this.#read(partition, next);
      if (next >= end && messages.length === 0) {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
        continue;
      }
      const lost = next < end ? { partition, first: next, end } : undefined;
      if (!(await this.#call(lost ?? messages, signal))) {
        return;
      }
      next = Math.max(end, next + messages.length);
    }
  }

  /** Calls the listener. Returns false if the listener has failed or the delivery has ended. */
  async #call(
    delivered: LostMessages | readonly LogMessage[],
    signal: AbortSignal,
  ): Promise<boolean> {
    try {
      await ('end' in delivered
        ? this.#listener?.onLost(delivered, signal)
        : this.#listener?.onMessages(delivered, signal));
      return true;
    } catch (error) {
      if (!signal.aborted) {
        this.#fail(error);
      }
      return false;
    }
  }

  #read(partition: number, first: number): readonly LogMessage[] {
    const { maxMessagesPerDelivery } = this.#log;
    return this.#log.messages(partition).slice(first, first + maxMessagesPerDelivery);
  }
}

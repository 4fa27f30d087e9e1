import { AppError } from '@spanhouse/service-runtime';
import type { Admin, Consumer, EachBatchPayload } from 'kafkajs';
import type { LogReport } from '../../log-report.js';
import { checkMetadata } from '../../messages/commit-metadata.js';
import { createDeliveryFailure } from '../../messages/delivery-failure.js';
import { reasonOf } from '../../messages/reason-of.js';
import type {
  CommitOutcome,
  CommittedPosition,
  SpanSubscription,
  SubscriptionListener,
} from '../../span-subscription.js';
import type { LogIdentity } from '../../topics.js';
import type { KafkaOptions } from '../client/kafka-client.js';
import { kafkaErrorType, toLogUnavailable } from '../client/kafka-error.js';
import { DroppedMessages } from './dropped-messages.js';
import { readLag, readStartPositions, type StoredPositions, truncated } from './group-offsets.js';
import { PartitionFeed } from './partition-feed.js';
import { RebalanceDrain } from './rebalance-drain.js';

/** The dependencies of a member. The member owns `admin` and disconnects it. */
export interface GroupMemberParts extends KafkaOptions {
  readonly admin: Admin;
  readonly identity: LogIdentity;
  readonly storedPositions: StoredPositions;
  readonly report: Pick<LogReport, 'offsetsExpired'>;
  /** Creates the consumer. The consumer calls `mayJoin` before each request to join the group. */
  readonly createConsumer: (mayJoin: () => boolean) => Consumer;
}

/**
 * A member of a consumer group. kafkajs only fetches messages and sends heartbeats; this class handles assignments,
 * delivery and commits. `eachBatch` adds messages to the feeds of the current assignment and returns immediately, so
 * fetching and heartbeats continue while the listener is busy. An assignment has these steps: pause, stop the previous
 * feeds, read the committed positions, `onAssigned`, create new feeds, seek, resume. See
 * docs/adr/115-use-kafkajs-for-transport-only.md.
 */
export class GroupMember implements SpanSubscription {
  readonly logId: string;
  readonly generation: number;
  readonly topic: string;
  /** Maximum size of the metadata. It is below 4096, the default of Kafka's `offset.metadata.max.bytes`. */
  readonly maxMetadataBytes = 4000;
  readonly failed: Promise<never>;
  readonly #fail: (error: unknown) => void;
  readonly #parts: GroupMemberParts;
  readonly #consumer: Consumer;
  readonly #dropped: DroppedMessages;
  readonly #closing = new AbortController();
  /** The feeds of the current assignment; empty as soon as the member asks to join again. */
  #feeds = new Map<number, PartitionFeed>();
  #commitOffsets: CommitOffsets | undefined;
  /** A counter that changes when an assignment begins or ends. Results from an earlier epoch are discarded. */
  #epoch = 0;
  #drain: RebalanceDrain | undefined;
  #listener: SubscriptionListener | undefined;
  #assigning: Promise<void> = Promise.resolve();
  #stopping: Promise<unknown> = Promise.resolve();
  #running: Promise<void> | undefined;

  constructor(parts: GroupMemberParts) {
    this.#parts = parts;
    this.logId = parts.identity.logId;
    this.generation = parts.identity.generation;
    this.topic = parts.config.KAFKA_TOPIC;
    ({ failed: this.failed, fail: this.#fail } = createDeliveryFailure());
    this.#consumer = parts.createConsumer(() => this.#mayJoin());
    this.#dropped = new DroppedMessages({
      ...parts,
      topic: this.topic,
      feeds: () => this.#feeds.values(),
    });
  }

  async start(listener: SubscriptionListener): Promise<void> {
    const consumer = this.#consumer;
    this.#listener = listener;
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      const partitions = payload.memberAssignment[this.topic] ?? [];
      this.#beginAssignment(partitions, listener);
    });
    consumer.on(consumer.events.START_BATCH_PROCESS, ({ payload }) =>
      this.#feeds.get(payload.partition)?.passKept(payload),
    );
    consumer.on(consumer.events.CRASH, ({ payload }) => this.#onCrash(payload));
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [this.topic], fromBeginning: true });
    } catch (error) {
      throw toLogUnavailable(error, 'the consumer cannot reach Kafka');
    }
    this.#running = consumer
      .run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        eachBatch: (payload) => Promise.resolve(this.#onBatch(payload)),
      })
      .catch(this.#fail);
    this.#dropped.watch();
  }

  async commit(position: CommittedPosition): Promise<CommitOutcome> {
    checkMetadata(position.metadata, this.maxMetadataBytes);
    const { partition, offset } = position;
    const feed = this.#feeds.get(partition);
    const commitOffsets = this.#commitOffsets;
    if (feed === undefined || offset < feed.committedOffset) {
      return { status: 'lost' };
    }
    if (commitOffsets === undefined) {
      return { status: 'retryable', reason: 'no message has arrived since the assignment' };
    }
    const outcome = await commitPosition(commitOffsets, this.topic, position);
    if (outcome.status === 'committed') {
      feed.committedOffset = Math.max(offset, feed.committedOffset);
    }
    return outcome;
  }

  lag(): Promise<ReadonlyMap<number, number>> {
    const feeds = [...this.#feeds.values()];
    const committed = new Map(feeds.map((feed) => [feed.partition, feed.committedOffset]));
    return readLag(this.#parts.admin, this.topic, committed);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#dropped.close();
    this.#endAssignment();
    await this.#running; // kafkajs cannot leave a group while it is joining
    await this.#consumer.disconnect();
    await this.#assigning;
    await this.#stopping;
    await this.#parts.admin.disconnect();
  }

  #onBatch({ batch, isStale, resolveOffset, ...payload }: EachBatchPayload): void {
    const feed = this.#feeds.get(batch.partition);
    // The batch stays unresolved, so kafkajs fetches it again after the seek to the start position.
    if (feed === undefined || isStale()) {
      return;
    }
    this.#commitOffsets = payload.commitOffsetsIfNecessary;
    if (Number(batch.messages[0]?.offset ?? feed.nextOffset) < feed.nextOffset) {
      this.#fail(truncated(this.topic, { partition: batch.partition, offset: feed.nextOffset }));
      return;
    }
    for (const message of batch.messages) {
      if ('undecodable' in message) {
        const facts = { partition: batch.partition, offset: message.offset };
        this.#parts.logger.error({ ...facts, err: message.undecodable }, 'a batch is undecodable');
      }
    }
    const last = batch.lastOffset();
    this.#dropped.skip(feed, Number(batch.firstOffset()));
    feed.push(batch.messages);
    feed.passTo(Number(last) + 1);
    resolveOffset(last);
  }

  #onCrash({ error, restart }: { error: Error; restart: boolean }): void {
    this.#endAssignment();
    if (restart) {
      this.#parts.logger.warn({ err: error }, 'kafkajs restarts the consumer');
      return;
    }
    this.#fail(
      new AppError('LOG_UNAVAILABLE', 'the consumer of kafkajs has stopped', { cause: error }),
    );
  }

  /**
   * Returns whether the member may ask to join now. Until the member asks, the group accepts its commits and does not
   * reassign its partitions, so the listener can still commit its work in flight.
   */
  #mayJoin(): boolean {
    if (this.#feeds.size > 0) {
      const { clock } = this.#parts;
      this.#drain ??= new RebalanceDrain({ listener: this.#listener, clock, fail: this.#fail });
      if (this.#drain.delaysJoin()) {
        return false;
      }
    }
    this.#endAssignment();
    return true;
  }

  #endAssignment(): void {
    this.#epoch += 1;
    this.#drain?.end();
    this.#drain = undefined;
    const feeds = [...this.#feeds.values()];
    this.#feeds = new Map();
    this.#commitOffsets = undefined;
    this.#stopping = Promise.all([this.#stopping, ...feeds.map((feed) => feed.stop())]);
  }

  #beginAssignment(partitions: readonly number[], listener: SubscriptionListener): void {
    this.#endAssignment();
    const epoch = this.#epoch;
    this.#pause(partitions);
    this.#assigning = this.#assigning
      .then(() => this.#stopping)
      .then(() => this.#assign({ partitions, listener, epoch }))
      .catch(this.#fail);
  }

  async #assign({ partitions, listener, epoch }: Assignment): Promise<void> {
    const isOver = (): boolean => epoch !== this.#epoch || this.#closing.signal.aborted;
    const positions = await readStartPositions({ ...this.#parts, partitions, isOver });
    if (positions === undefined) {
      return;
    }
    await listener.onAssigned(
      positions.map(({ partition, offset, metadata }) => ({ partition, offset, metadata })),
    );
    if (isOver()) {
      return;
    }
    const feeds = positions.map((position) => this.#feedOf(position, listener));
    this.#feeds = new Map(feeds.map((feed) => [feed.partition, feed]));
    for (const [index, feed] of feeds.entries()) {
      const earliest = positions[index]?.earliest ?? 0;
      this.#dropped.skip(feed, earliest);
      const { partition, nextOffset } = feed;
      this.#consumer.seek({ topic: this.topic, partition, offset: String(nextOffset) });
    }
    this.#resume(partitions);
  }

  #feedOf(position: CommittedPosition, listener: SubscriptionListener): PartitionFeed {
    return new PartitionFeed({
      position,
      listener,
      maxBufferedBytes: this.#parts.config.KAFKA_FETCH_PARTITION_MAX_BYTES,
      pause: () => this.#pause([position.partition]),
      resume: () => this.#resume([position.partition]),
      fail: this.#fail,
    });
  }

  #pause(partitions: readonly number[]): void {
    this.#consumer.pause([{ topic: this.topic, partitions: [...partitions] }]);
  }

  #resume(partitions: readonly number[]): void {
    this.#consumer.resume([{ topic: this.topic, partitions: [...partitions] }]);
  }
}

/** One assignment of the group. It is outdated if the member's epoch differs from `epoch`. */
interface Assignment {
  readonly partitions: readonly number[];
  readonly listener: SubscriptionListener;
  readonly epoch: number;
}

/** The commit function that kafkajs passes to `eachBatch`. Unlike `consumer.commitOffsets`, it never retries. */
type CommitOffsets = EachBatchPayload['commitOffsetsIfNecessary'];

/** The errors that the group returns to a request from an earlier generation. */
const lostTypes = [
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
  'REBALANCE_IN_PROGRESS',
  'FENCED_INSTANCE_ID',
];

/** Commits a position in the current generation. Fails if a rebalance happens first. */
async function commitPosition(
  commitOffsets: CommitOffsets,
  topic: string,
  { partition, offset, metadata }: CommittedPosition,
): Promise<CommitOutcome> {
  const committed = { partition, offset: String(offset), metadata };
  try {
    await commitOffsets({ topics: [{ topic, partitions: [committed] }] });
    return { status: 'committed' };
  } catch (error) {
    return lostTypes.includes(kafkaErrorType(error) ?? '')
      ? { status: 'lost' }
      : { status: 'retryable', reason: reasonOf(error) };
  }
}

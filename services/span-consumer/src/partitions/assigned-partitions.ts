import type {
  CommittedPosition,
  LogMessage,
  LostMessages,
  SubscriptionListener,
} from '@spanhouse/span-log/subscription';
import { parseCommitMetadata } from '../blocks/commit-metadata.js';
import { PartitionPipeline, type PipelineDependencies } from './partition-pipeline.js';
import { untilAborted } from './until-aborted.js';

/**
 * Owns one pipeline for each partition that is assigned to this member. Each assignment replaces all pipelines, because
 * the member may have lost a partition without notice.
 */
export class AssignedPartitions implements SubscriptionListener {
  readonly #dependencies: PipelineDependencies;
  #pipelines: ReadonlyMap<number, PartitionPipeline> = new Map();
  #isDraining = false;

  constructor(dependencies: PipelineDependencies) {
    this.#dependencies = dependencies;
  }

  /** Discards all pipelines, then creates new ones. The new pipelines store the recorded blocks first. */
  async onAssigned(assigned: readonly CommittedPosition[]): Promise<void> {
    await this.discard();
    const { writer, carrier, subscription } = this.#dependencies;
    writer.forgetPartitions();
    const { logId } = subscription;
    const committed = assigned.map((position) => {
      const { partition, metadata } = position;
      return { partition, position, ...parseCommitMetadata(metadata, { logId, partition }) };
    });
    if (this.#isDraining) {
      return;
    }
    carrier.assign(committed);
    this.#pipelines = new Map(
      committed.map((each) => [each.partition, new PartitionPipeline(each, this.#dependencies)]),
    );
    const partitions = assigned.map(({ partition }) => partition);
    this.#dependencies.logger.info({ partitions }, 'partitions assigned');
  }

  async onMessages(messages: readonly LogMessage[], signal: AbortSignal): Promise<void> {
    const partition = messages[0]?.partition;
    if (partition === undefined) {
      return;
    }
    const pipeline = this.#pipelines.get(partition);
    await (pipeline ? pipeline.add(messages, signal) : untilAborted(signal));
  }

  async onLost(lost: LostMessages, signal: AbortSignal): Promise<void> {
    const pipeline = this.#pipelines.get(lost.partition);
    await (pipeline ? pipeline.skip(lost, signal) : untilAborted(signal));
  }

  /** Finishes and commits running flushes, so that the next owners need not insert the same blocks again. */
  async onRebalance(): Promise<void> {
    await Promise.all([...this.#pipelines.values()].map((pipeline) => pipeline.finishFlush()));
  }

  /** Returns whether this member currently owns the partition. */
  owns(partition: number): boolean {
    return this.#pipelines.has(partition);
  }

  /** Stores and commits the open blocks. Accepts no more messages. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    await Promise.all([...this.#pipelines.values()].map((pipeline) => pipeline.drain()));
  }

  /** Drops all messages that are not committed. */
  async discard(): Promise<void> {
    const pipelines = [...this.#pipelines.values()];
    this.#pipelines = new Map();
    await Promise.all(pipelines.map((pipeline) => pipeline.discard()));
    this.#dependencies.carrier.assign([]);
  }

  /** Returns the receive time of the oldest held row of each partition, in nanoseconds. */
  oldestReceivedAt(): ReadonlyMap<number, bigint> {
    const oldest = new Map<number, bigint>();
    for (const [partition, pipeline] of this.#pipelines) {
      const receivedAt = pipeline.oldestReceivedAt;
      if (receivedAt !== undefined) {
        oldest.set(partition, receivedAt);
      }
    }
    return oldest;
  }
}

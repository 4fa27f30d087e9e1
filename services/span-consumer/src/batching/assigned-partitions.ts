import type {
  CommittedPosition,
  LogMessage,
  SubscriptionListener,
} from '@spanhouse/span-log/subscription';
import { parseBlockRecord } from './block-record.js';
import { PartitionPipeline, type PipelineDependencies } from './partition-pipeline.js';
import { untilAborted } from './until-aborted.js';

/** The partitions this member owns at the moment, each with its pipeline. */
export class AssignedPartitions implements SubscriptionListener {
  readonly #dependencies: PipelineDependencies;
  #pipelines: ReadonlyMap<number, PartitionPipeline> = new Map();
  #isDraining = false;

  constructor(dependencies: PipelineDependencies) {
    this.#dependencies = dependencies;
  }

  async onAssigned(assigned: readonly CommittedPosition[]): Promise<void> {
    await this.discard();
    const records = assigned.map(({ partition, metadata }) => ({
      partition,
      recorded: parseBlockRecord(partition, metadata),
    }));
    if (this.#isDraining) return;
    this.#pipelines = new Map(
      records.map(({ partition, recorded }) => [
        partition,
        new PartitionPipeline(recorded, this.#dependencies),
      ]),
    );
    const partitions = assigned.map(({ partition }) => partition);
    this.#dependencies.logger.info({ partitions }, 'partitions assigned');
  }

  async onMessages(messages: readonly LogMessage[], signal: AbortSignal): Promise<void> {
    const partition = messages[0]?.partition;
    if (partition === undefined) return;
    const pipeline = this.#pipelines.get(partition);
    await (pipeline ? pipeline.add(messages, signal) : untilAborted(signal));
  }

  /** What is being stored is committed, or the next owner would have to store it again. */
  async onRebalance(): Promise<void> {
    await Promise.all([...this.#pipelines.values()].map((pipeline) => pipeline.settle()));
  }

  owns(partition: number): boolean {
    return this.#pipelines.has(partition);
  }

  /** Stores and commits what is open; takes nothing more. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    await Promise.all([...this.#pipelines.values()].map((pipeline) => pipeline.drain()));
  }

  /** Forgets what is not committed. */
  async discard(): Promise<void> {
    const pipelines = [...this.#pipelines.values()];
    this.#pipelines = new Map();
    await Promise.all(pipelines.map((pipeline) => pipeline.discard()));
  }

  /** By partition, for those that hold anything. */
  oldestReceivedAt(): ReadonlyMap<number, bigint> {
    const oldest = new Map<number, bigint>();
    for (const [partition, pipeline] of this.#pipelines) {
      const receivedAt = pipeline.oldestReceivedAt;
      if (receivedAt !== undefined) oldest.set(partition, receivedAt);
    }
    return oldest;
  }
}

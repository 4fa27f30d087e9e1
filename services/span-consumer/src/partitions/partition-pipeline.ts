import type {
  CommittedPosition,
  LogMessage,
  LostMessages,
  SpanSubscription,
} from '@spanhouse/span-log/subscription';
import type { SpanWriter } from '@spanhouse/trace-store/writer';
import type { BlockRecord } from '../blocks/block-record.js';
import type { MemoryBudget } from '../blocks/memory-budget.js';
import type { SpanBatchBlock } from '../blocks/span-batch.js';
import { type FlushJob, type FlushOutcome, flushBlock, recordOf } from '../flushing/flush-block.js';
import type { FlushContext, FlushObserver } from '../flushing/flush-context.js';
import { handOver } from '../flushing/hand-over.js';
import { skipLost } from '../flushing/skip-lost.js';
import { type BatchLimits, BlockIntake } from './block-intake.js';
import { unsupported } from './supported-message.js';
import { untilAborted } from './until-aborted.js';

/** Receives the outcome of every row. Each received row is stored, dead-lettered, discarded or still held. */
export interface PipelineObserver extends FlushObserver {
  received(rows: number): void;
  discarded(rows: number): void;
  flushed(block: SpanBatchBlock, result: FlushResult): void;
  repeated(outcome: 'same' | 'changed'): void;
}

/** The facts about a flush that the metrics need. */
export interface FlushResult {
  readonly outcome: 'written' | 'dead_lettered' | 'lost' | 'aborted' | 'failed';
  readonly deadLetteredRows: number;
  readonly durationMs: number;
}

/** Runs a flush and may record it as a span. */
export type TraceFlush = (
  block: SpanBatchBlock,
  flush: () => Promise<FlushOutcome>,
) => Promise<FlushOutcome>;

/** A partition with the state that its last owner committed. */
export interface AssignedPartition {
  readonly position: CommittedPosition;
  /** The block that is recorded in the metadata of the committed position. */
  readonly record: BlockRecord | undefined;
}

/** The dependencies of a pipeline, which all partitions share. */
export interface PipelineDependencies extends Omit<FlushContext, 'signal' | 'observer'> {
  readonly subscription: FlushContext['subscription'] & Pick<SpanSubscription, 'lag'>;
  readonly writer: FlushContext['writer'] & Pick<SpanWriter, 'forgetPartitions'>;
  readonly limits: BatchLimits;
  readonly budget: MemoryBudget;
  readonly observer: PipelineObserver;
  readonly traceFlush: TraceFlush;
  /** Called once if the partition cannot continue. None of its spans is lost. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Processes one partition from its assignment until it is lost. One block is flushed while the next block fills. If the
 * next block is full before the flush ends, the subscription delivers nothing more.
 */
export class PartitionPipeline {
  readonly #dependencies: PipelineDependencies;
  readonly #abort = new AbortController();
  readonly #intake: BlockIntake;
  readonly #running: Promise<void>;
  #nextOffset = 0;
  #flushing: SpanBatchBlock | undefined;
  #adding: Promise<boolean> = Promise.resolve(true);
  #pendingRows = 0;
  /**
   * The last committed position; undefined while its metadata contains the record of a block that is not stored yet.
   */
  #settled: CommittedPosition | undefined;

  constructor({ position, record }: AssignedPartition, dependencies: PipelineDependencies) {
    const { limits, budget, clock } = dependencies;
    const { signal } = this.#abort;
    this.#dependencies = dependencies;
    this.#settled = record === undefined ? position : undefined;
    const readLogEnd = async () => record && this.#readLogEnd(record);
    const recorded = record;
    this.#intake = new BlockIntake({ limits, budget, clock, recorded, readLogEnd, signal });
    this.#running = this.#run(record);
  }

  /** Receive time of the oldest held row, in nanoseconds since the Unix epoch; `undefined` if no rows are held. */
  get oldestReceivedAt(): bigint | undefined {
    return (this.#flushing?.messages[0] ?? this.#intake.oldest)?.headers.receivedAt;
  }

  /**
   * Adds messages to the open block. Resolves when all messages are added or `signal` aborts. Callers wait for the
   * promise, which creates back-pressure.
   */
  async add(messages: readonly LogMessage[], signal: AbortSignal): Promise<void> {
    await this.#untilAborted(signal, async () => {
      this.#adding = this.#addAll(messages);
      if (!(await this.#adding)) {
        await untilAborted(signal);
      }
    });
  }

  /** Skips messages that the log lost. Resolves when the pipeline begins to record the loss. */
  async skip(lost: LostMessages, signal: AbortSignal): Promise<void> {
    await this.#untilAborted(signal, async () => {
      await this.#intake.addLost(lost);
      this.#nextOffset = lost.end;
    });
  }

  /** Flushes the open block and accepts nothing more. Waits as long as the store is unavailable. */
  async drain(): Promise<void> {
    this.#intake.end();
    await this.#running;
  }

  /** Finishes the running flush and starts no other flush. The messages of the open block stay in the log. */
  async finishFlush(): Promise<void> {
    this.#intake.abandon();
    await this.#running;
  }

  /** Drops all messages that are not committed. Resolves when nothing is in flight. */
  async discard(): Promise<void> {
    this.#abort.abort();
    await Promise.all([this.#adding, this.#running]);
    this.#dependencies.observer.discarded(this.#pendingRows);
    this.#pendingRows = 0;
  }

  /** Waits for `work`. If `signal` aborts during the wait, aborts the pipeline. */
  async #untilAborted(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    const onAbort = () => this.#abort.abort(signal.reason);
    if (signal.aborted) {
      return onAbort();
    }
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      await work();
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Adds messages one by one. Resolves false if the intake has ended or a message is unsupported. */
  async #addAll(messages: readonly LogMessage[]): Promise<boolean> {
    for (const message of messages) {
      if (message.offset < this.#nextOffset) {
        continue; // the message was already delivered
      }
      const problem = unsupported(message);
      if (problem !== undefined) {
        this.#dependencies.onFailure(problem);
        return false;
      }
      if (!(await this.#intake.add(message))) {
        return false;
      }
      this.#nextOffset = message.offset + 1;
      this.#pendingRows += message.headers.spanCount;
      this.#dependencies.observer.received(message.headers.spanCount);
    }
    return true;
  }

  /**
   * Returns the offset of the recorded block plus the lag, which is the end of the log while the block is not
   * committed. Returns `undefined` if Kafka does not respond.
   */
  async #readLogEnd({ partition, first }: BlockRecord): Promise<number | undefined> {
    try {
      const lag = (await this.#dependencies.subscription.lag()).get(partition);
      return lag === undefined ? undefined : first + lag;
    } catch (err) {
      this.#dependencies.logger.warn({ err, partition }, 'the end of the log cannot be read');
      return undefined;
    }
  }

  /** Flushes one block after another until the intake ends, the partition is lost or a fault occurs. */
  async #run(recorded: BlockRecord | undefined): Promise<void> {
    try {
      let block = await this.#takeBlock();
      let record = recorded && block && this.#recall(recorded, block);
      let isReplay = record !== undefined;
      while (block !== undefined) {
        const outcome = await this.#flush({ block, recorded: record, isReplay });
        if (outcome.status === 'lost') {
          return this.#abort.abort();
        }
        record = outcome.next && recordOf(outcome.next);
        isReplay = false;
        this.#settled = outcome.next === undefined ? outcome.committed : undefined;
        block = outcome.next ?? (await this.#takeBlock());
      }
      await handOver(this.#settled, { ...this.#dependencies, signal: this.#abort.signal });
    } catch (error) {
      if (!this.#abort.signal.aborted) {
        this.#dependencies.onFailure(error);
      }
    }
  }

  /** Resolves with the next block. If lost messages precede the block, records and skips them first. */
  async #takeBlock(): Promise<SpanBatchBlock | undefined> {
    const context = { ...this.#dependencies, signal: this.#abort.signal };
    for (;;) {
      const taken = await this.#intake.take();
      if (taken === undefined || !('end' in taken)) {
        return taken;
      }
      const committed = await skipLost(taken, context);
      if (committed === 'lost') {
        this.#abort.abort();
        return undefined;
      }
      this.#settled = committed;
    }
  }

  /** Returns the record of an earlier owner if the log still contains exactly the recorded block. */
  #recall(recorded: BlockRecord, block: SpanBatchBlock): BlockRecord | undefined {
    const isSame =
      recorded.first === block.first &&
      recorded.last === block.last &&
      recorded.digest === block.digest;
    this.#dependencies.observer.repeated(isSame ? 'same' : 'changed');
    const { partition, first, last } = recorded;
    const facts = { partition, first, last };
    if (isSame) {
      this.#dependencies.logger.info(facts, 'repeating a recorded block');
      return recorded;
    }
    this.#dependencies.logger.error(facts, 'the log no longer holds a recorded block');
    return undefined;
  }

  /** Flushes one block, reports the result, and always releases the block's memory. */
  async #flush(job: Omit<FlushJob, 'takeNext'>): Promise<FlushOutcome> {
    const { block } = job;
    const { budget, clock, observer, traceFlush } = this.#dependencies;
    const context = { ...this.#dependencies, signal: this.#abort.signal };
    const startedAtMs = clock.monotonicMs();
    const report = (outcome: FlushResult['outcome'], deadLetteredRows = 0) =>
      observer.flushed(block, {
        outcome,
        deadLetteredRows,
        durationMs: clock.monotonicMs() - startedAtMs,
      });
    let next: SpanBatchBlock | undefined;
    const takeNext = () => {
      next = this.#intake.takeDue();
      return next;
    };
    this.#flushing = block;
    try {
      const outcome = await traceFlush(block, () => flushBlock({ ...job, takeNext }, context));
      if (outcome.status === 'lost') {
        report('lost');
      } else {
        next = undefined; // the next flush releases it
        this.#pendingRows -= block.rowCount;
        const { deadLetteredRows } = outcome;
        report(deadLetteredRows > 0 ? 'dead_lettered' : 'written', deadLetteredRows);
      }
      return outcome;
    } catch (error) {
      report(this.#abort.signal.aborted ? 'aborted' : 'failed');
      throw error;
    } finally {
      this.#flushing = undefined;
      budget.release(block.frameBytes + (next?.frameBytes ?? 0));
    }
  }
}

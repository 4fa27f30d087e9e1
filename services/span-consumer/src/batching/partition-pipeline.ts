import type { LogMessage } from '@spanhouse/span-log/subscription';
import { type BatchLimits, BlockIntake } from './block-intake.js';
import type { BlockRecord } from './block-record.js';
import { type FlushJob, type FlushOutcome, flushBlock, recordOf } from './flush-block.js';
import type { FlushContext, FlushObserver } from './flush-context.js';
import type { MemoryBudget } from './memory-budget.js';
import type { SpanBatchBlock } from './span-batch.js';
import { unsupported } from './supported-message.js';
import { untilAborted } from './until-aborted.js';

/** Every row that was received is stored, discarded, or still held. */
export interface PipelineObserver extends FlushObserver {
  received(rows: number): void;
  discarded(rows: number): void;
  flushed(block: SpanBatchBlock, result: FlushResult): void;
  repeated(outcome: 'same' | 'changed'): void;
}

export interface FlushResult {
  readonly outcome: 'written' | 'dead_lettered' | 'lost' | 'aborted' | 'failed';
  readonly deadLetteredRows: number;
  readonly durationMs: number;
}

/** Runs a flush, and shows it to whoever follows what happens. */
export type TraceFlush = (
  block: SpanBatchBlock,
  flush: () => Promise<FlushOutcome>,
) => Promise<FlushOutcome>;

export interface PipelineDependencies extends Omit<FlushContext, 'signal' | 'observer'> {
  readonly limits: BatchLimits;
  readonly budget: MemoryBudget;
  readonly observer: PipelineObserver;
  readonly traceFlush: TraceFlush;
  /** Called once when the partition cannot go on; nothing of it was dropped. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * One owned partition, from assignment until it is lost: one block is flushed while the next one
 * fills, and the log is held back while both are full.
 */
export class PartitionPipeline {
  readonly #dependencies: PipelineDependencies;
  readonly #abort = new AbortController();
  readonly #intake: BlockIntake;
  readonly #running: Promise<void>;
  #nextOffset = 0;
  #flushing: SpanBatchBlock | undefined;
  #adding: Promise<boolean> = Promise.resolve(true);
  #unsettledRows = 0;

  constructor(recorded: BlockRecord | undefined, dependencies: PipelineDependencies) {
    const { limits, budget, clock } = dependencies;
    const { signal } = this.#abort;
    this.#dependencies = dependencies;
    this.#intake = new BlockIntake({ limits, budget, clock, recorded, signal });
    this.#running = this.#run(recorded);
  }

  /** When the oldest row that is held was received, in nanoseconds; `undefined` when none is. */
  get oldestReceivedAt(): bigint | undefined {
    return (this.#flushing?.messages[0] ?? this.#intake.oldest)?.headers.receivedAt;
  }

  /** Resolves when all are in the open block, or `signal` aborts: until then nothing more is delivered. */
  async add(messages: readonly LogMessage[], signal: AbortSignal): Promise<void> {
    const onAbort = () => this.#abort.abort(signal.reason);
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      this.#adding = this.#addAll(messages);
      if (!(await this.#adding)) await untilAborted(signal);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Flushes what is open and takes nothing more. Does not end while the store is away. */
  async drain(): Promise<void> {
    this.#intake.end();
    await this.#running;
  }

  /** Ends the flush that is under way and begins none; what is open stays in the log. */
  async settle(): Promise<void> {
    this.#intake.abandon();
    await this.#running;
  }

  /** Forgets everything that is not committed; resolves when nothing is in flight any more. */
  async discard(): Promise<void> {
    this.#abort.abort();
    await Promise.all([this.#adding, this.#running]);
    this.#dependencies.observer.discarded(this.#unsettledRows);
    this.#unsettledRows = 0;
  }

  async #addAll(messages: readonly LogMessage[]): Promise<boolean> {
    for (const message of messages) {
      if (message.offset < this.#nextOffset) continue; // delivered again
      const problem = unsupported(message);
      if (problem !== undefined) {
        this.#dependencies.onFailure(problem);
        return false;
      }
      if (!(await this.#intake.add(message))) return false;
      this.#nextOffset = message.offset + 1;
      this.#unsettledRows += message.headers.spanCount;
      this.#dependencies.observer.received(message.headers.spanCount);
    }
    return true;
  }

  async #run(recorded: BlockRecord | undefined): Promise<void> {
    try {
      let block = await this.#intake.take();
      let record = recorded && block && this.#recall(recorded, block);
      let isReplay = record !== undefined;
      while (block !== undefined) {
        const outcome = await this.#flush({ block, recorded: record, isReplay });
        if (outcome.status === 'lost') return this.#abort.abort();
        record = outcome.next && recordOf(outcome.next);
        isReplay = false;
        block = outcome.next ?? (await this.#intake.take());
      }
    } catch (error) {
      if (!this.#abort.signal.aborted) this.#dependencies.onFailure(error);
    }
  }

  /** The record of an earlier owner, if the log still holds exactly what it names. */
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

  async #flush(job: Omit<FlushJob, 'takeNext'>): Promise<FlushOutcome> {
    const { block } = job;
    const { budget, clock, observer, traceFlush } = this.#dependencies;
    const context = { ...this.#dependencies, signal: this.#abort.signal };
    const startedAtMs = clock.nowMs();
    const report = (outcome: FlushResult['outcome'], deadLetteredRows = 0) =>
      observer.flushed(block, {
        outcome,
        deadLetteredRows,
        durationMs: clock.nowMs() - startedAtMs,
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
        next = undefined; // it is flushed, and given back, on its own
        this.#unsettledRows -= block.rowCount;
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

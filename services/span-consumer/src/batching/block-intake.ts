import type { Clock, Timer } from '@spanhouse/service-runtime';
import type { LogMessage } from '@spanhouse/span-log/subscription';
import type { BlockRecord } from './block-record.js';
import type { MemoryBudget } from './memory-budget.js';
import { SpanBatch, type SpanBatchBlock, type SpanBatchLimits } from './span-batch.js';

export interface BatchLimits extends SpanBatchLimits {
  readonly maxAgeMs: number;
}

export interface BlockIntakeOptions {
  readonly limits: BatchLimits;
  readonly budget: MemoryBudget;
  readonly clock: Clock;
  /** The range to be repeated first. */
  readonly recorded: BlockRecord | undefined;
  /** Aborts when what is open is to be forgotten. */
  readonly signal: AbortSignal;
}

// The log holds a recorded range for certain; only a log that lost messages lets this pass.
const RECORDED_RANGE_PATIENCE_MS = 60_000;

/**
 * The open block of a partition, between the one who adds messages and the one who flushes blocks.
 * At most one block is open: once it is full, adding waits until it is taken. A block that nobody
 * takes keeps growing up to its limits, so a slow store gets fewer and larger blocks.
 */
export class BlockIntake {
  readonly #options: BlockIntakeOptions;
  #recorded: BlockRecord | undefined;
  #batch: SpanBatch | undefined;
  #timer: Timer | undefined;
  #isAged = false;
  #cutAtMs = Number.NEGATIVE_INFINITY;
  #isEnded = false;
  #waiting: (() => void)[] = [];

  constructor(options: BlockIntakeOptions) {
    this.#options = options;
    this.#recorded = options.recorded;
    options.signal.addEventListener('abort', () => this.#discard(), { once: true });
  }

  get oldest(): LogMessage | undefined {
    return this.#batch?.oldest;
  }

  /** Resolves once the message is in the open block; false when nothing is taken any more. */
  async add(message: LogMessage): Promise<boolean> {
    while (this.#batch?.accepts(message) === false && this.#isOpen) {
      this.#batch.close();
      this.#notify();
      await this.#changed();
    }
    const { budget, signal } = this.#options;
    const bytes = this.#bytesToReserve(message);
    const isGranted =
      bytes === 0 || budget.tryAcquire(bytes) || (await budget.acquire(bytes, signal));
    if (!this.#isOpen) {
      if (isGranted) budget.release(bytes);
      return false;
    }
    this.#batch ??= this.#open();
    this.#batch.add(message);
    if (this.#batch.isClosed) this.#notify();
    return true;
  }

  /** The next block once it is due; `undefined` after `end`, `abandon` or an abort. */
  async take(): Promise<SpanBatchBlock | undefined> {
    for (;;) {
      const block = this.takeDue();
      if (block !== undefined || !this.#isOpen) return block;
      await this.#changed();
    }
  }

  /** The open block if it is full or old enough. */
  takeDue(): SpanBatchBlock | undefined {
    const batch = this.#batch;
    if (batch === undefined || !this.#isDue(batch)) return undefined;
    const block = batch.cut();
    this.#cutAtMs = this.#options.clock.nowMs();
    this.#close();
    if (batch.recorded) this.#options.budget.release(batch.recorded.frameBytes - block.frameBytes);
    this.#notify();
    return block;
  }

  /** Takes no more messages; what is open is due, unless it is an incomplete recorded range. */
  end(): void {
    this.#isEnded = true;
    this.#notify();
  }

  /** Takes no more messages, and gives up what is open. */
  abandon(): void {
    this.#isEnded = true;
    this.#discard();
  }

  get #isOpen(): boolean {
    return !(this.#isEnded || this.#options.signal.aborted);
  }

  #isDue(batch: SpanBatch): boolean {
    return batch.isClosed || this.#isAged || (this.#isEnded && batch.recorded === undefined);
  }

  /** A recorded range is reserved as a whole, so that no partition waits halfway through one. */
  #bytesToReserve({ offset, frame }: LogMessage): number {
    if (this.#batch?.recorded) return 0;
    if (this.#recorded && offset > this.#recorded.last) this.#recorded = undefined;
    return this.#recorded?.frameBytes ?? frame.byteLength;
  }

  #open(): SpanBatch {
    const { clock, limits } = this.#options;
    const recorded = this.#recorded;
    this.#recorded = undefined;
    const waitMs = recorded ? RECORDED_RANGE_PATIENCE_MS : this.#msUntilDue();
    this.#timer = clock.setTimer(waitMs, () => {
      this.#isAged = true;
      this.#notify();
    });
    return new SpanBatch(limits, recorded);
  }

  /** Blocks are at least their age apart, so the first one after a pause need not wait for company. */
  #msUntilDue(): number {
    const { clock, limits } = this.#options;
    return Math.max(0, Math.min(limits.maxAgeMs, this.#cutAtMs + limits.maxAgeMs - clock.nowMs()));
  }

  #close(): void {
    this.#timer?.cancel();
    this.#isAged = false;
    this.#batch = undefined;
  }

  #discard(): void {
    const batch = this.#batch;
    if (batch) this.#options.budget.release(batch.recorded?.frameBytes ?? batch.frameBytes);
    this.#close();
    this.#notify();
  }

  #changed(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #notify(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}

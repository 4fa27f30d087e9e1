import type { Clock, Timer } from '@spanhouse/service-runtime';
import type { LogMessage, LostMessages } from '@spanhouse/span-log/subscription';
import type { BlockRecord } from '../blocks/block-record.js';
import type { MemoryBudget } from '../blocks/memory-budget.js';
import { SpanBatch, type SpanBatchBlock, type SpanBatchLimits } from '../blocks/span-batch.js';

export interface BatchLimits extends SpanBatchLimits {
  readonly maxAgeMs: number;
}

export interface BlockIntakeOptions {
  readonly limits: BatchLimits;
  readonly budget: MemoryBudget;
  readonly clock: Clock;
  /** The recorded block, which this intake must cut first. */
  readonly recorded: BlockRecord | undefined;
  /** Resolves with the offset after the last message of the log, or `undefined` while that offset is unknown. */
  readonly readLogEnd: () => Promise<number | undefined>;
  /** Aborts when the open block must be dropped. */
  readonly signal: AbortSignal;
}

/** Interval for reading the end of the log while a recorded range is incomplete. */
const LOG_END_INTERVAL_MS = 1000;

/**
 * Collects delivered messages in blocks and passes the blocks to the flush. At most one block is open. While that block
 * is full, `add` waits until the block is taken. A block that is not taken grows up to its limits, so a slow store
 * receives fewer and larger blocks.
 */
export class BlockIntake {
  readonly #options: BlockIntakeOptions;
  #recorded: BlockRecord | undefined;
  #batch: SpanBatch | undefined;
  /** Lost messages that follow the open block. Nothing is added until they are taken. */
  #lost: LostMessages | undefined;
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

  /** Adds a message to the open block. Resolves false if the intake has ended. */
  async add(message: LogMessage): Promise<boolean> {
    while ((this.#lost || this.#batch?.accepts(message) === false) && this.#isOpen) {
      this.#batch?.close();
      this.#notify();
      await this.#changed();
    }
    const { budget, signal } = this.#options;
    const bytes = this.#bytesToReserve(message);
    const isGranted =
      bytes === 0 || budget.tryAcquire(bytes) || (await budget.acquire(bytes, signal));
    if (!this.#isOpen) {
      if (isGranted) {
        budget.release(bytes);
      }
      return false;
    }
    this.#batch ??= this.#open();
    this.#batch.add(message);
    if (this.#batch.isClosed) {
      this.#notify();
    }
    return true;
  }

  /**
   * Closes the open block and adds the lost messages after it. Resolves after the block and the lost messages are
   * taken, or after the intake has ended.
   */
  async addLost(lost: LostMessages): Promise<void> {
    this.#lost = lost;
    this.#batch?.close();
    this.#notify();
    while (this.#lost === lost && this.#isOpen) {
      await this.#changed();
    }
  }

  /**
   * Resolves with the next block when it is due. If messages before that block are lost, resolves with the lost
   * messages first. Resolves with `undefined` after `end`, `abandon` or an abort.
   */
  async take(): Promise<SpanBatchBlock | LostMessages | undefined> {
    for (;;) {
      const next = this.takeDue() ?? this.#takeLost();
      if (next !== undefined || !this.#isOpen) {
        return next;
      }
      await this.#changed();
    }
  }

  /** Cuts and returns the open block if it is full or old enough. */
  takeDue(): SpanBatchBlock | undefined {
    const batch = this.#batch;
    if (batch === undefined || !this.#isDue(batch)) {
      return undefined;
    }
    const block = batch.cut();
    this.#cutAtMs = this.#options.clock.monotonicMs();
    this.#close();
    if (batch.recorded) {
      this.#options.budget.release(batch.recorded.frameBytes - block.frameBytes);
    }
    this.#notify();
    return block;
  }

  /** Accepts no more messages. The open block becomes due unless it is an incomplete recorded range. */
  end(): void {
    this.#isEnded = true;
    this.#notify();
  }

  /** Accepts no more messages and drops the open block. */
  abandon(): void {
    this.#isEnded = true;
    this.#discard();
  }

  #takeLost(): LostMessages | undefined {
    const lost = this.#batch === undefined && this.#isOpen ? this.#lost : undefined;
    if (lost !== undefined) {
      this.#lost = undefined;
      this.#recorded = undefined;
      this.#notify();
    }
    return lost;
  }

  get #isOpen(): boolean {
    return !(this.#isEnded || this.#options.signal.aborted);
  }

  #isDue(batch: SpanBatch): boolean {
    return batch.isClosed || this.#isAged || (this.#isEnded && batch.recorded === undefined);
  }

  /**
   * Returns the number of bytes to reserve for a message. The bytes of a whole recorded range are reserved with its
   * first message, so that no partition waits in the middle of its range.
   */
  #bytesToReserve({ offset, frame }: LogMessage): number {
    if (this.#batch?.recorded) {
      return 0;
    }
    if (this.#recorded && offset > this.#recorded.last) {
      this.#recorded = undefined;
    }
    return this.#recorded?.frameBytes ?? frame.byteLength;
  }

  #open(): SpanBatch {
    const batch = new SpanBatch(this.#options.limits, this.#recorded);
    this.#recorded = undefined;
    if (batch.recorded) {
      this.#watchLogEnd(batch);
    } else {
      this.#timer = this.#options.clock.setTimer(this.#msUntilDue(), () => this.#age());
    }
    return batch;
  }

  /**
   * Waits for the rest of a recorded range without a time limit. Cuts the range short only if the log ends before the
   * end of the range, because the log has then lost the rest.
   */
  #watchLogEnd(batch: SpanBatch): void {
    this.#timer = this.#options.clock.setTimer(LOG_END_INTERVAL_MS, () => {
      void this.#compareWithLogEnd(batch);
    });
  }

  async #compareWithLogEnd(batch: SpanBatch): Promise<void> {
    const isLost = await this.#isRestLost(batch);
    if (this.#batch !== batch) {
      return;
    }
    if (isLost) {
      this.#age();
    } else {
      this.#watchLogEnd(batch);
    }
  }

  async #isRestLost({ recorded, newest }: SpanBatch): Promise<boolean> {
    const end = await this.#options.readLogEnd();
    const isAllHere = end !== undefined && newest !== undefined && newest.offset + 1 >= end;
    return isAllHere && recorded !== undefined && end <= recorded.last;
  }

  #age(): void {
    this.#isAged = true;
    this.#notify();
  }

  /**
   * Returns the time until the open block is due. Blocks are at least `maxAgeMs` apart. The first block after a pause
   * is due immediately.
   */
  #msUntilDue(): number {
    const { clock, limits } = this.#options;
    return Math.max(
      0,
      Math.min(limits.maxAgeMs, this.#cutAtMs + limits.maxAgeMs - clock.monotonicMs()),
    );
  }

  #close(): void {
    this.#timer?.cancel();
    this.#isAged = false;
    this.#batch = undefined;
  }

  #discard(): void {
    const batch = this.#batch;
    if (batch) {
      this.#options.budget.release(batch.recorded?.frameBytes ?? batch.frameBytes);
    }
    this.#close();
    this.#notify();
  }

  #changed(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #notify(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) {
      wake();
    }
  }
}

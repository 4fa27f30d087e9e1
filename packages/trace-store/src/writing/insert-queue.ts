import type { SpanBlock, WriteOutcome } from '../span-writer.js';
import { isLarge, takeTogether } from './joined-blocks.js';
import { OpenInserts, orAborted } from './open-inserts.js';
import { type InsertBlocks, SharedInsert, type WaitingBlock } from './shared-insert.js';

export interface InsertQueueOptions {
  /** Maximum number of concurrent inserts. All except one of them are large. */
  readonly maxRunning: number;
  readonly insert: InsertBlocks;
}

/** A block that waits for its insert. */
interface QueuedBlock extends WaitingBlock {
  readonly join: (insert: SharedInsert) => void;
}

/**
 * Inserts blocks of several log partitions. Waiting blocks are joined into one insert, so that inserts grow with the
 * load (docs/adr/071).
 */
export class InsertQueue {
  readonly #options: InsertQueueOptions;
  readonly #open = new OpenInserts();
  #waiting: readonly QueuedBlock[] = [];
  #running = 0;

  constructor(options: InsertQueueOptions) {
    this.#options = options;
  }

  /** Resolves with the outcome of this block, which does not depend on other blocks. Rejects when `signal` aborts. */
  write(block: SpanBlock, signal: AbortSignal): Promise<WriteOutcome> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const leave = () => {
        this.#waiting = this.#waiting.filter((other) => other !== queued);
        reject(signal.reason);
      };
      const join = (insert: SharedInsert) => {
        signal.removeEventListener('abort', leave);
        resolve(this.#first(insert, { block, signal }));
      };
      const queued = { block, signal, join };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting = [...this.#waiting, queued];
      this.#startDue();
    });
  }

  /**
   * Repeats the insert that left the outcome of a block open, with the same blocks and token. Resolves with undefined
   * if there is no such insert, if a caller of one of its blocks has left, or if the insert must be given up.
   */
  async repeat(block: SpanBlock, signal: AbortSignal): Promise<WriteOutcome | undefined> {
    signal.throwIfAborted();
    const insert = this.#open.get(block.deduplicationToken);
    return insert && (await this.#outcome(insert, { block, signal }));
  }

  #startDue(): void {
    while (this.#running < this.#options.maxRunning && this.#waiting.length > 0) {
      const { taken, left } = takeTogether(this.#waiting);
      if (this.#running > 0 && !isLarge(taken)) {
        return; // the waiting blocks grow until an insert ends
      }
      this.#waiting = left;
      this.#start(taken);
    }
  }

  #start(blocks: readonly QueuedBlock[]): void {
    const insert = new SharedInsert(blocks, this.#options.insert);
    const end = () => {
      this.#running -= 1;
      this.#startDue();
    };
    this.#running += 1;
    insert.attempt().then(end, end);
    for (const { join } of blocks) {
      join(insert);
    }
  }

  /** Waits for the shared insert. Inserts the block alone if that insert has no outcome for it. */
  async #first(insert: SharedInsert, waiting: WaitingBlock): Promise<WriteOutcome> {
    const { block, signal } = waiting;
    return (await this.#outcome(insert, waiting)) ?? this.#options.insert([block], signal);
  }

  /**
   * Waits for the running attempt, or starts one. Resolves with undefined if the attempt has no outcome for the block.
   */
  async #outcome(insert: SharedInsert, { signal }: WaitingBlock) {
    const outcome = await orAborted(insert.attempt(), signal);
    const isAboutThisBlock =
      outcome.status === 'written' || outcome.status === 'retryable' || !insert.isJoined;
    const isDecided = outcome.status === 'written' || outcome.status === 'refused';
    if (isDecided || !isAboutThisBlock || insert.isTooLarge) {
      this.#open.delete(insert);
    } else {
      this.#open.add(insert);
    }
    return isAboutThisBlock ? outcome : undefined;
  }
}

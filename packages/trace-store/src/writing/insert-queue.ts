import type { SpanBlock, WriteOutcome } from '../span-writer.js';
import { isLarge, takeTogether } from './joined-blocks.js';
import { OpenInserts, orAborted } from './open-inserts.js';
import { type InsertBlocks, SharedInsert, type WaitingBlock } from './shared-insert.js';

export interface InsertQueueOptions {
  /** Maximum number of concurrent inserts. While an insert is running, only large inserts begin. */
  readonly maxRunning: number;
  readonly insert: InsertBlocks;
}

/** A block that waits for an insert. */
interface QueuedBlock extends WaitingBlock {
  readonly join: (insert: SharedInsert) => void;
}

/**
 * Inserts blocks from several log partitions. Waiting blocks are joined in one insert, so that inserts become larger
 * under load (docs/adr/071).
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
   * Retries the insert that left the outcome of a block unknown, with the same blocks and token. Resolves with
   * undefined if there is no such insert, if a caller of one of its blocks has left, or if joined inserts of these
   * blocks have failed too often.
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
        return; // more blocks can join until an insert ends
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

  /**
   * Waits for the shared insert. If that insert does not determine the outcome of the block, inserts the block alone.
   */
  async #first(insert: SharedInsert, waiting: WaitingBlock): Promise<WriteOutcome> {
    const { block, signal } = waiting;
    return (await this.#outcome(insert, waiting)) ?? this.#options.insert([block], signal);
  }

  /**
   * Waits for the running attempt or starts a new one. Resolves with undefined if the result of the attempt does not
   * apply to this block.
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

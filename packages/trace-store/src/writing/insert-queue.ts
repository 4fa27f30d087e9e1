import type { SpanBlock, WriteOutcome } from '../span-writer.js';
import { isLarge, takeTogether } from './joined-blocks.js';
import { OpenInserts, orAborted } from './open-inserts.js';
import { type InsertBlocks, SharedInsert, type WaitingBlock } from './shared-insert.js';

export interface InsertQueueOptions {
  /** The largest number of inserts at a time. All but one of them are large. */
  readonly maxRunning: number;
  readonly insert: InsertBlocks;
}

/** A block whose turn has not come. */
interface QueuedBlock extends WaitingBlock {
  readonly join: (insert: SharedInsert) => void;
}

/**
 * Inserts blocks of several log partitions, and joins those that wait for their turn into one insert, so
 * that inserts grow with the load. See docs/adr/071-cut-blocks-by-rows-bytes-and-age.md.
 */
export class InsertQueue {
  readonly #options: InsertQueueOptions;
  readonly #open = new OpenInserts();
  #waiting: readonly QueuedBlock[] = [];
  #running = 0;

  constructor(options: InsertQueueOptions) {
    this.#options = options;
  }

  /** Resolves with the outcome of this block, whatever the others are. Rejects when `signal` aborts. */
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
   * Repeats the insert that left the outcome of a block open, with the same blocks and the same token.
   * Undefined if there is none, if the caller of one of its blocks has left since, or if it has to be given up.
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
        return; // they grow meanwhile
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

  /** Inserts the block alone if its insert says nothing about it. */
  async #first(insert: SharedInsert, waiting: WaitingBlock): Promise<WriteOutcome> {
    const { block, signal } = waiting;
    return (await this.#outcome(insert, waiting)) ?? this.#options.insert([block], signal);
  }

  /** Waits for the attempt that is under way, or starts one. Undefined if it says nothing about the block. */
  async #outcome(
    insert: SharedInsert,
    { signal }: WaitingBlock,
  ): Promise<WriteOutcome | undefined> {
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

import { AppError, type Clock, type Logger, type Timer } from '@spanhouse/service-runtime';
import type { LedgerEntry, MessageLedger } from '@spanhouse/trace-store/writer';
import { type CarriedBlock, isCarriable, toCarried } from '../blocks/commit-metadata.js';

export interface EntryCarrierOptions {
  readonly ledger: Pick<MessageLedger, 'enter'>;
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly logger: Logger;
  readonly maxMetadataBytes: number;
  /** Called after a failure, before the next attempt. */
  readonly onRetry: (code: string) => void;
}

/** An assigned partition and the blocks that its last commit carries. */
export interface CarriedPartition {
  readonly partition: number;
  readonly carried: readonly CarriedBlock[];
}

/**
 * Maximum time before an entry is inserted. Entries are inserted together because the fixed cost of an insert equals
 * the cost of a thousand entries.
 */
const MAX_AGE_MS = 10_000;

/**
 * Collects the ledger entries of blocks and inserts them in batches (docs/adr/155). All partitions of a process share
 * one carrier, and each insert contains the entries of all partitions. Every commit of a partition MUST carry the
 * blocks that `carried` returns, so that the next owner has them after a crash.
 */
export class EntryCarrier {
  readonly #options: EntryCarrierOptions;
  #carried = new Map<number, readonly CarriedBlock[]>();
  #entering: Promise<void> | undefined;
  #timer: Timer | undefined;

  constructor(options: EntryCarrierOptions) {
    this.#options = options;
  }

  /** Returns the blocks of a partition that are not in the ledger yet. */
  carried(partition: number): readonly CarriedBlock[] {
    return this.#carried.get(partition) ?? [];
  }

  /**
   * Replaces all partitions with the assigned ones. Takes over the blocks in the commits of the assigned partitions.
   */
  assign(partitions: readonly CarriedPartition[]): void {
    const blocks = partitions.map(({ partition, carried }) => [partition, carried] as const);
    this.#carried = new Map(blocks.filter(([, carried]) => carried.length > 0));
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#wait();
  }

  /**
   * Adds a block whose record is committed. If `isCarriable` returns false afterwards, the block MUST be entered into
   * the ledger before its offset is committed.
   */
  add(partition: number, entries: readonly LedgerEntry[]): void {
    this.#carried.set(partition, [...this.carried(partition), this.#toCarried(entries)]);
    this.#wait();
  }

  /** Returns whether the blocks of the partition fit into its next commit. */
  isCarriable(partition: number): boolean {
    return isCarriable(this.carried(partition), this.#options.maxMetadataBytes);
  }

  /**
   * Enters the blocks of all partitions into the ledger. Concurrent callers share one insert. Rejects with the error
   * from the ledger; commits then still carry the blocks.
   */
  enter(): Promise<void> {
    this.#entering ??= this.#enterAll().finally(() => {
      this.#entering = undefined;
    });
    return this.#entering;
  }

  #toCarried(entries: readonly LedgerEntry[]): CarriedBlock {
    return toCarried(entries, this.#options.maxMetadataBytes);
  }

  async #enterAll(): Promise<void> {
    const blocks = new Set([...this.#carried.values()].flat());
    if (blocks.size === 0) {
      return;
    }
    await this.#options.ledger.enter([...blocks].flatMap(({ entries }) => entries));
    for (const [partition, carried] of [...this.#carried]) {
      const left = carried.filter((block) => !blocks.has(block));
      if (left.length === 0) {
        this.#carried.delete(partition);
      } else {
        this.#carried.set(partition, left);
      }
    }
  }

  #wait(): void {
    if (this.#timer === undefined && this.#carried.size > 0) {
      this.#timer = this.#options.clock.setTimer(MAX_AGE_MS, () => void this.#enterAged());
    }
  }

  async #enterAged(): Promise<void> {
    const { logger, onRetry } = this.#options;
    this.#timer = undefined;
    try {
      await this.enter();
    } catch (err) {
      onRetry(err instanceof AppError ? err.code : 'UNKNOWN');
      logger.warn({ err }, 'the entry of messages is delayed');
    }
    this.#wait();
  }
}

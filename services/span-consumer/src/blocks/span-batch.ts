import { createHash } from 'node:crypto';
import {
  deleteTraceKind,
  foreignKind,
  type LogMessage,
  rowsKind,
} from '@spanhouse/span-log/subscription';
import type { BlockRange, BlockRecord } from './block-record.js';

export interface SpanBatchLimits {
  readonly maxRows: number;
  /** Maximum number of uncompressed bytes. */
  readonly maxBytes: number;
}

/** A finished block, whose messages never change. */
export interface SpanBatchBlock extends BlockRange {
  readonly messages: readonly LogMessage[];
  /** True if the messages delete traces instead of carrying rows. */
  readonly isDeletes: boolean;
  /** True if the messages were written by another program. */
  readonly isForeign: boolean;
  readonly rowSchemaVersion: number;
  readonly rowCount: number;
  readonly uncompressedBytes: number;
  readonly frameBytes: number;
}

const DIGEST_CHARACTERS = 32;
/**
 * Maximum number of messages without rows in a block. For example, ClickHouse receives all deletions of a block as one
 * statement.
 */
const MAX_ROWLESS = 1000;

/**
 * Collects the messages of a partition's open block in offset order. All messages of a block have the same kind and row
 * schema version. The batch exceeds a limit only if a single message does. A retry of a dead letter becomes a separate
 * block, so that no other message affects its outcome. With a `recorded` range, the batch accepts exactly the messages
 * of that range and ignores the current limits.
 */
export class SpanBatch {
  readonly recorded: BlockRecord | undefined;
  readonly #limits: SpanBatchLimits;
  readonly #messages: LogMessage[] = [];
  readonly #hash = createHash('sha256');
  #rowCount = 0;
  #uncompressedBytes = 0;
  #frameBytes = 0;
  #isClosed = false;

  constructor(limits: SpanBatchLimits, recorded?: BlockRecord) {
    this.#limits = limits;
    this.recorded = recorded;
  }

  get oldest(): LogMessage | undefined {
    return this.#messages[0];
  }

  get newest(): LogMessage | undefined {
    return this.#messages.at(-1);
  }

  get frameBytes(): number {
    return this.#frameBytes;
  }

  /** True if no further message can be added and the block is ready to be cut. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Returns false if the message belongs to the next block. */
  accepts({ offset, headers }: LogMessage): boolean {
    const first = this.#messages[0];
    if (this.#isClosed) {
      return false;
    }
    if (first && first.headers.kind !== headers.kind) {
      return false;
    }
    if (first && first.headers.rowSchemaVersion !== headers.rowSchemaVersion) {
      return false;
    }
    if (this.recorded) {
      return offset <= this.recorded.last;
    }
    return (
      first === undefined ||
      (headers.retryOf === undefined &&
        this.#rowCount + headers.spanCount <= this.#limits.maxRows &&
        this.#uncompressedBytes + headers.uncompressedBytes <= this.#limits.maxBytes)
    );
  }

  /** Adds a message. `accepts` MUST be true for it. */
  add(message: LogMessage): void {
    this.#messages.push(message);
    this.#hash.update(message.frame);
    this.#rowCount += message.headers.spanCount;
    this.#uncompressedBytes += message.headers.uncompressedBytes;
    this.#frameBytes += message.frame.byteLength;
    this.#isClosed = this.#isFull(message);
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Ends the batch and returns its block. Throws if the batch is empty. */
  cut(): SpanBatchBlock {
    const first = this.#messages[0];
    const last = this.#messages.at(-1);
    if (first === undefined || last === undefined) {
      throw new Error('an empty batch has no block');
    }
    this.#isClosed = true;
    return {
      partition: first.partition,
      first: first.offset,
      last: last.offset,
      digest: this.#hash.digest('hex').slice(0, DIGEST_CHARACTERS),
      messages: this.#messages,
      isDeletes: first.headers.kind === deleteTraceKind,
      isForeign: first.headers.kind === foreignKind,
      rowSchemaVersion: first.headers.rowSchemaVersion,
      rowCount: this.#rowCount,
      uncompressedBytes: this.#uncompressedBytes,
      frameBytes: this.#frameBytes,
    };
  }

  #isFull({ offset }: LogMessage): boolean {
    if (this.recorded) {
      return offset === this.recorded.last;
    }
    return (
      this.#rowCount >= this.#limits.maxRows ||
      this.#uncompressedBytes >= this.#limits.maxBytes ||
      this.#messages[0]?.headers.retryOf !== undefined ||
      (this.#messages[0]?.headers.kind !== rowsKind && this.#messages.length >= MAX_ROWLESS)
    );
  }
}

import type { SpanBlock, WriteOutcome } from '../span-writer.js';

/** A block, and the signal of the caller that waits for it. */
export interface WaitingBlock {
  readonly block: SpanBlock;
  readonly signal: AbortSignal;
}

/** Inserts blocks in one request under one token. Rejects only when `signal` aborts. */
export type InsertBlocks = (
  blocks: readonly SpanBlock[],
  signal: AbortSignal,
) => Promise<WriteOutcome>;

/**
 * Error codes of inserts that take too much time or memory. If the blocks are inserted separately, the inserts may
 * still succeed.
 */
const tooLarge = new Set(['TIMEOUT_EXCEEDED', 'REQUEST_TIMEOUT', 'MEMORY_LIMIT_EXCEEDED']);
/**
 * Number of failures with a `tooLarge` code after which the blocks are inserted separately. One failure is not enough,
 * because on a busy server small inserts also fail temporarily.
 */
const MAX_TOO_LARGE = 3;

/** An insert that is shared by several callers and can be retried. A caller leaves when its signal aborts. */
export class SharedInsert {
  readonly blocks: readonly SpanBlock[];
  readonly #signals: readonly AbortSignal[];
  readonly #insert: InsertBlocks;
  #attempt: Promise<WriteOutcome> | undefined;
  #timesTooLarge = 0;

  constructor(members: readonly WaitingBlock[], insert: InsertBlocks) {
    this.blocks = members.map(({ block }) => block);
    this.#signals = members.map(({ signal }) => signal);
    this.#insert = insert;
  }

  get isJoined(): boolean {
    return this.blocks.length > 1;
  }

  /**
   * True if the joined insert has taken too much time or memory in several attempts, so that each block must be
   * inserted alone.
   */
  get isTooLarge(): boolean {
    return this.isJoined && this.#timesTooLarge >= MAX_TOO_LARGE;
  }

  /** Starts an attempt unless one is running. The attempt rejects when all callers have left. */
  attempt(): Promise<WriteOutcome> {
    this.#attempt ??= this.#insertBlocks().finally(() => {
      this.#attempt = undefined;
    });
    return this.#attempt;
  }

  /**
   * Calls `onLeave` whenever a caller leaves, until `until` aborts. Calls it immediately if a caller has already left.
   */
  watch(onLeave: () => void, until: AbortSignal): void {
    for (const signal of this.#signals) {
      signal.addEventListener('abort', onLeave, { once: true, signal: until });
    }
    if (this.#signals.some(({ aborted }) => aborted)) {
      onLeave();
    }
  }

  async #insertBlocks(): Promise<WriteOutcome> {
    const ended = new AbortController();
    const allLeft = new AbortController();
    const onLeave = () => {
      if (this.#signals.every(({ aborted }) => aborted)) {
        allLeft.abort(this.#signals[0]?.reason);
      }
    };
    this.watch(onLeave, ended.signal);
    try {
      const outcome = await this.#insert(this.blocks, allLeft.signal);
      if (outcome.status === 'retryable' && tooLarge.has(outcome.code)) {
        this.#timesTooLarge += 1;
      }
      return outcome;
    } finally {
      ended.abort();
    }
  }
}

import type { SpanBlock, WriteOutcome } from '../span-writer.js';

/** A block and the signal of the caller that waits for it. */
export interface WaitingBlock {
  readonly block: SpanBlock;
  readonly signal: AbortSignal;
}

/** Inserts blocks in one request under one token. Rejects only when `signal` aborts. */
export type InsertBlocks = (
  blocks: readonly SpanBlock[],
  signal: AbortSignal,
) => Promise<WriteOutcome>;

/** Failures of an insert that takes too much time or memory. Each of its blocks may succeed alone. */
const tooLarge = new Set(['TIMEOUT_EXCEEDED', 'REQUEST_TIMEOUT', 'MEMORY_LIMIT_EXCEEDED']);
/** Maximum number of such failures, because a busy server temporarily fails small inserts too. */
const MAX_TOO_LARGE = 3;

/** An insert for several callers that can be repeated. A caller leaves when its signal aborts. */
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

  /** True if joined blocks have failed together so often that each must be inserted alone. */
  get isTooLarge(): boolean {
    return this.isJoined && this.#timesTooLarge >= MAX_TOO_LARGE;
  }

  /** Starts an attempt if none is running. The attempt rejects when all callers have left. */
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

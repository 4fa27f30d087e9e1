import type { SpanBlock, WriteOutcome } from '../span-writer.js';

/** A block and the signal of the caller that waits for it. */
export interface WaitingBlock {
  readonly block: SpanBlock;
  readonly signal: AbortSignal;
}

/** Inserts blocks in one request, under one token. Rejects only when `signal` aborts. */
export type InsertBlocks = (
  blocks: readonly SpanBlock[],
  signal: AbortSignal,
) => Promise<WriteOutcome>;

/** One insert for several callers, which can be repeated. A caller leaves when its signal aborts. */
export class SharedInsert {
  readonly blocks: readonly SpanBlock[];
  readonly #signals: readonly AbortSignal[];
  readonly #insert: InsertBlocks;
  #attempt: Promise<WriteOutcome> | undefined;

  constructor(members: readonly WaitingBlock[], insert: InsertBlocks) {
    this.blocks = members.map(({ block }) => block);
    this.#signals = members.map(({ signal }) => signal);
    this.#insert = insert;
  }

  get isJoined(): boolean {
    return this.blocks.length > 1;
  }

  /** Starts an attempt, unless one is under way. It rejects once all callers have left. */
  attempt(): Promise<WriteOutcome> {
    this.#attempt ??= this.#insertBlocks().finally(() => {
      this.#attempt = undefined;
    });
    return this.#attempt;
  }

  /** Calls `onLeave` whenever a caller leaves, at once if one has left, and until `until` aborts. */
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
      return await this.#insert(this.blocks, allLeft.signal);
    } finally {
      ended.abort();
    }
  }
}

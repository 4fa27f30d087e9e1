import type { SharedInsert } from './shared-insert.js';

/** Inserts that may have stored their blocks. An insert is kept as long as all callers of its blocks are waiting. */
export class OpenInserts {
  readonly #byToken = new Map<string, SharedInsert>();
  readonly #watches = new Map<SharedInsert, AbortController>();

  /** Returns the insert that contains the block with the given token. */
  get(deduplicationToken: string): SharedInsert | undefined {
    return this.#byToken.get(deduplicationToken);
  }

  add(insert: SharedInsert): void {
    if (this.#watches.has(insert)) {
      return;
    }
    const watch = new AbortController();
    this.#watches.set(insert, watch);
    for (const { deduplicationToken } of insert.blocks) {
      this.#byToken.set(deduplicationToken, insert);
    }
    insert.watch(() => this.delete(insert), watch.signal);
  }

  delete(insert: SharedInsert): void {
    this.#watches.get(insert)?.abort();
    this.#watches.delete(insert);
    for (const { deduplicationToken } of insert.blocks) {
      if (this.#byToken.get(deduplicationToken) === insert) {
        this.#byToken.delete(deduplicationToken);
      }
    }
  }
}

/** Settles like the promise, or rejects if `signal` aborts first. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

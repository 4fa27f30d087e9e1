interface Waiter {
  readonly bytes: number;
  readonly grant: (isGranted: boolean) => void;
}

/**
 * Bounds the bytes all partitions hold together. Whoever asks first is served first, so a large
 * message is not overtaken for ever; one that is larger than the limit is served alone.
 */
export class MemoryBudget {
  readonly limitBytes: number;
  readonly #waiters: Waiter[] = [];
  #heldBytes = 0;

  constructor(limitBytes: number) {
    this.limitBytes = limitBytes;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  tryAcquire(bytes: number): boolean {
    if (this.#waiters.length > 0 || !this.#fits(bytes)) return false;
    this.#heldBytes += bytes;
    return true;
  }

  /** Resolves false, holding nothing, when `signal` aborts first. */
  acquire(bytes: number, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    if (this.tryAcquire(bytes)) return Promise.resolve(true);
    return new Promise((resolve) => {
      const onAbort = () => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        resolve(false);
        this.#serve();
      };
      const waiter: Waiter = {
        bytes,
        grant: (isGranted) => {
          signal.removeEventListener('abort', onAbort);
          resolve(isGranted);
        },
      };
      this.#waiters.push(waiter);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  release(bytes: number): void {
    this.#heldBytes -= bytes;
    this.#serve();
  }

  #fits(bytes: number): boolean {
    return this.#heldBytes === 0 || this.#heldBytes + bytes <= this.limitBytes;
  }

  #serve(): void {
    for (let next = this.#waiters[0]; next && this.#fits(next.bytes); next = this.#waiters[0]) {
      this.#waiters.shift();
      this.#heldBytes += next.bytes;
      next.grant(true);
    }
  }
}

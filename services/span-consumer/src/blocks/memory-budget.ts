interface Waiter {
  readonly bytes: number;
  readonly grant: (isGranted: boolean) => void;
}

/**
 * Limits the number of bytes that all partitions hold together. Requests are served in order, so small messages cannot
 * overtake a large one forever. A request above the limit waits until nothing else is reserved.
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

  /** Reserves bytes without waiting. Returns false if the bytes do not fit or other requests wait. */
  tryAcquire(bytes: number): boolean {
    if (this.#waiters.length > 0 || !this.#fits(bytes)) {
      return false;
    }
    this.#heldBytes += bytes;
    return true;
  }

  /** Waits until the bytes fit, then reserves them. Resolves false without a reservation if `signal` aborts. */
  acquire(bytes: number, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) {
      return Promise.resolve(false);
    }
    if (this.tryAcquire(bytes)) {
      return Promise.resolve(true);
    }
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

  /** Returns reserved bytes and serves waiting requests. */
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

/** Limits the number of concurrent reads. Waiting reads are admitted in the order of their arrival. */
export class ReadSlots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(slots: number) {
    this.#free = slots;
  }

  /** Runs `read` when a slot is free. */
  async run<Result>(read: () => Promise<Result>): Promise<Result> {
    await this.#take();
    try {
      return await read();
    } finally {
      this.#release();
    }
  }

  async #take(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Passes the slot to the next waiting read, or frees it if no read waits. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#free += 1;
    } else {
      next();
    }
  }
}

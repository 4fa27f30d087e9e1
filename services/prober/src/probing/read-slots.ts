/** Bounds the number of reads that run at a time. Reads that wait are admitted in their order. */
export class ReadSlots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(slots: number) {
    this.#free = slots;
  }

  /** Runs `read` as soon as a slot is free. */
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

  /** A slot goes to the next read without being free in between. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#free += 1;
    } else {
      next();
    }
  }
}

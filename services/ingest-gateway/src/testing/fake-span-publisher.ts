import type { PublishOutcome, SpanPublisher, SpanRecord } from '@spanhouse/span-log/publisher';

const MAX_RECORD_BYTES = 16 * 1024 * 1024;

/** A log in memory that accepts all records until `answerWith` sets another outcome. */
export class FakeSpanPublisher implements SpanPublisher {
  readonly partitionCount = 4;
  readonly maxRecordBytes = MAX_RECORD_BYTES;
  readonly logId = 'fake-log';
  readonly inFlightBytes = 0;
  readonly maxInFlightBytes = Number.POSITIVE_INFINITY;
  readonly records: SpanRecord[] = [];
  readonly #ends = new Map<number, number>();
  #answer: PublishOutcome | undefined;
  #gate: Promise<void> | undefined;
  #onHeld: () => void = () => {};
  /** Resolves when a publish begins to wait because of `hold`. */
  held: Promise<void> = Promise.resolve();

  /** Sets the outcome of all later publishes, which then store nothing. `undefined` restores normal publishing. */
  answerWith(outcome: PublishOutcome | undefined): void {
    this.#answer = outcome;
  }

  /** Delays every publish until the returned function is called. */
  hold(): () => void {
    let release = () => {};
    this.#gate = new Promise((resolve) => {
      release = resolve;
    });
    this.held = new Promise((resolve) => {
      this.#onHeld = resolve;
    });
    return release;
  }

  async publish(records: readonly SpanRecord[]): Promise<PublishOutcome> {
    this.#onHeld();
    await this.#gate;
    if (this.#answer !== undefined) {
      return this.#answer;
    }
    const positions = records.map((record) => {
      const offset = this.#ends.get(record.partition) ?? 0;
      this.#ends.set(record.partition, offset + 1);
      this.records.push({ ...record, rows: Uint8Array.from(record.rows) });
      return { partition: record.partition, offset };
    });
    return { status: 'published', positions };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

import type { PublishOutcome, SpanPublisher, SpanRecord } from '@spanhouse/span-log/publisher';

/** A log in memory: takes everything, until it is told how to answer. */
export class FakeSpanPublisher implements SpanPublisher {
  readonly partitionCount: number;
  readonly maxRecordBytes: number;
  readonly logId = 'fake-log';
  readonly generation = 1;
  readonly records: SpanRecord[] = [];
  readonly #ends = new Map<number, number>();
  #answer: (() => Promise<PublishOutcome>) | undefined;

  constructor(options: { partitionCount?: number; maxRecordBytes?: number } = {}) {
    this.partitionCount = options.partitionCount ?? 4;
    this.maxRecordBytes = options.maxRecordBytes ?? 16 * 1024 * 1024;
  }

  /** Every later publish answers this and takes nothing; undefined = takes records again. */
  answerWith(outcome: PublishOutcome | undefined): void {
    this.#answer = outcome === undefined ? undefined : () => Promise.resolve(outcome);
  }

  /** Every later publish waits for `gate` before it takes its records. */
  holdUntil(gate: Promise<void>): void {
    this.#answer = async () => {
      await gate;
      this.#answer = undefined;
      return { status: 'retryable', reason: 'held', retryAfterSeconds: 1 };
    };
  }

  async publish(records: readonly SpanRecord[]): Promise<PublishOutcome> {
    if (this.#answer !== undefined) {
      return await this.#answer();
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

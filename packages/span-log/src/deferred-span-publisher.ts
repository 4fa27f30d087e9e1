import type { LogRecord, PublishOutcome, SpanPublisher } from './span-publisher.js';

const MAX_RECORD_BYTES = 16 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 1;

/** Stands in for a log that is not reached yet: requests are answered, and told to come again. */
export class DeferredSpanPublisher implements SpanPublisher {
  #publisher: SpanPublisher | undefined;
  #isClosed = false;

  /** From now on everything goes to `publisher`, which is closed with this one. */
  async resolve(publisher: SpanPublisher): Promise<void> {
    this.#publisher = publisher;
    if (this.#isClosed) {
      await publisher.close();
    }
  }

  get partitionCount(): number {
    return this.#publisher?.partitionCount ?? 1;
  }

  get maxRecordBytes(): number {
    return this.#publisher?.maxRecordBytes ?? MAX_RECORD_BYTES;
  }

  get logId(): string {
    return this.#publisher?.logId ?? '';
  }

  get inFlightBytes(): number {
    return this.#publisher?.inFlightBytes ?? 0;
  }

  get maxInFlightBytes(): number {
    return this.#publisher?.maxInFlightBytes ?? 0;
  }

  async publish(records: readonly LogRecord[]): Promise<PublishOutcome> {
    return (
      (await this.#publisher?.publish(records)) ?? {
        status: 'retryable',
        reason: 'the span log has not been reached yet',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      }
    );
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#publisher?.close();
  }
}

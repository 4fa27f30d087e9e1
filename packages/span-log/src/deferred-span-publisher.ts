import type { SelfTracer } from '@spanhouse/service-runtime';
import { retryable } from './messages/bounded-publisher.js';
import { bytesOf, MAX_RECORD_BYTES } from './messages/log-record.js';
import type { LogRecord, PublishOutcome, SpanPublisher } from './span-publisher.js';

/**
 * A publisher that resolves each publish with `retryable` until the log is available. With a tracer, it records each
 * publish as a step of the current trace.
 */
export class DeferredSpanPublisher implements SpanPublisher {
  readonly #tracer: SelfTracer | undefined;
  #publisher: SpanPublisher | undefined;
  #isClosed = false;

  /** `publisher` is set if the log is available from the beginning. */
  constructor(tracer?: SelfTracer, publisher?: SpanPublisher) {
    this.#tracer = tracer;
    this.#publisher = publisher;
  }

  /** Forwards every later publish to `publisher`. Closes `publisher` if this publisher is already closed. */
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

  /** Infinite until the publisher is known, so that no request is refused because of this limit. */
  get maxInFlightBytes(): number {
    return this.#publisher?.maxInFlightBytes ?? Number.POSITIVE_INFINITY;
  }

  async publish(records: readonly LogRecord[]): Promise<PublishOutcome> {
    if (this.#tracer === undefined) {
      return await this.#publish(records);
    }
    const facts = {
      'messaging.batch.message_count': records.length,
      'spanhouse.bytes': records.reduce((sum, record) => sum + bytesOf(record), 0),
    };
    return await this.#tracer.step({ name: 'publish', kind: 'producer', facts }, async (span) => {
      const outcome = await this.#publish(records);
      span.addAttributes({ 'spanhouse.outcome': outcome.status });
      if (outcome.status !== 'published') {
        span.fail(outcome.status);
      }
      return outcome;
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#publisher?.close();
  }

  async #publish(records: readonly LogRecord[]): Promise<PublishOutcome> {
    return (
      (await this.#publisher?.publish(records)) ??
      retryable('the span log has not been reached yet')
    );
  }
}

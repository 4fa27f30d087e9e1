import type { SelfTracer } from '@spanhouse/service-runtime';
import { bytesOf } from './messages/log-record.js';
import type { LogRecord, PublishOutcome, SpanPublisher } from './span-publisher.js';

/**
 * Returns a publisher that records each publish as a step of the current trace. Returns `publisher` itself if there is
 * no tracer.
 */
export function traceSpanPublisher(
  publisher: SpanPublisher,
  tracer: SelfTracer | undefined,
): SpanPublisher {
  return tracer === undefined ? publisher : new TracedSpanPublisher(publisher, tracer);
}

class TracedSpanPublisher implements SpanPublisher {
  readonly #publisher: SpanPublisher;
  readonly #tracer: SelfTracer;

  constructor(publisher: SpanPublisher, tracer: SelfTracer) {
    this.#publisher = publisher;
    this.#tracer = tracer;
  }

  get partitionCount(): number {
    return this.#publisher.partitionCount;
  }

  get maxRecordBytes(): number {
    return this.#publisher.maxRecordBytes;
  }

  get logId(): string {
    return this.#publisher.logId;
  }

  get inFlightBytes(): number {
    return this.#publisher.inFlightBytes;
  }

  get maxInFlightBytes(): number {
    return this.#publisher.maxInFlightBytes;
  }

  publish(records: readonly LogRecord[]): Promise<PublishOutcome> {
    const facts = {
      'messaging.batch.message_count': records.length,
      'spanhouse.bytes': records.reduce((sum, record) => sum + bytesOf(record), 0),
    };
    return this.#tracer.step({ name: 'publish', kind: 'producer', facts }, async (span) => {
      const outcome = await this.#publisher.publish(records);
      span.addAttributes({ 'spanhouse.outcome': outcome.status });
      if (outcome.status !== 'published') {
        span.fail(outcome.status);
      }
      return outcome;
    });
  }

  close(): Promise<void> {
    return this.#publisher.close();
  }
}

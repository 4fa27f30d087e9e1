import { AppError, type Clock, type Health, type TokenSigner } from '@spanhouse/service-runtime';
import type { LogRecord, SpanPublisher } from '@spanhouse/span-log/publisher';
import { createReceiptCodec } from '@spanhouse/span-log/receipt';
import { createReceiptClock } from '@spanhouse/span-log/receipt-clock';
import type { ListServices } from '../lists/list-services.js';

interface EditDependencies {
  readonly publisher: SpanPublisher;
  readonly signer: TokenSigner;
  readonly clock: Clock;
  /** The health object to which the availability of `span_log` is reported. */
  readonly health: Pick<Health, 'reached' | 'lost'>;
}

/** Services for the routes that delete or edit a trace. */
export type EditServices = ReturnType<typeof createEditServices>;

/** Extends the services for lists with the services for edits. */
export function createEditServices(
  services: ListServices,
  { publisher, signer, clock, health }: EditDependencies,
) {
  const codec = createReceiptCodec({ signer });
  /**
   * Publishes a delete, an edited span or a retry. Resolves with the receipt after the log has stored the record
   * durably. Rejects with LOG_UNAVAILABLE, which is retryable, or with LOG_REFUSED.
   */
  const publishEdit = async (record: LogRecord): Promise<string> => {
    const outcome = await publisher.publish([record]);
    if (outcome.status === 'retryable') {
      health.lost('span_log', outcome.reason);
      throw new AppError('LOG_UNAVAILABLE', outcome.reason, { retryable: true });
    }
    health.reached('span_log');
    if (outcome.status === 'failed') {
      throw new AppError('LOG_REFUSED', outcome.reason);
    }
    // A delete counts as one span, so that its receipt is pending until the delete takes effect.
    const spanCount = 'spanCount' in record ? record.spanCount : 1;
    return codec.issue({
      logId: publisher.logId,
      projectId: record.projectId,
      positions: outcome.positions.map((position) => ({ ...position, spanCount })),
      issuedAtMs: clock.nowMs(),
    });
  };
  return { ...services, publisher, publishEdit, receiptClock: createReceiptClock(clock) };
}

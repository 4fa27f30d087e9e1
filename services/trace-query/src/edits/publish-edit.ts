import { AppError, type Clock, type Health } from '@spanhouse/service-runtime';
import type { LogRecord, SpanPublisher } from '@spanhouse/span-log/publisher';
import type { ReceiptCodec } from '@spanhouse/span-log/receipt';

/**
 * Publishes a deletion, an edited span or a retry, and resolves with the receipt once the log holds it
 * durably. Rejects with LOG_UNAVAILABLE, which is retryable, or LOG_REFUSED.
 */
export type PublishEdit = (record: LogRecord) => Promise<string>;

/** Dependencies of `createPublishEdit`. */
export interface PublishEditDependencies {
  readonly publisher: SpanPublisher;
  readonly codec: Pick<ReceiptCodec, 'issue'>;
  readonly clock: Clock;
  /** Receives the state of `span_log`. */
  readonly health: Pick<Health, 'reached' | 'lost'>;
}

/** Receipts count spans. A deletion counts as one, so that it is pending until it takes effect. */
function spansOf(record: LogRecord): number {
  return 'spanCount' in record ? record.spanCount : 1;
}

/** Creates a publisher of edits that reports the state of the log. */
export function createPublishEdit({
  publisher,
  codec,
  clock,
  health,
}: PublishEditDependencies): PublishEdit {
  return async (record) => {
    const outcome = await publisher.publish([record]);
    if (outcome.status === 'retryable') {
      health.lost('span_log', outcome.reason);
      throw new AppError('LOG_UNAVAILABLE', outcome.reason, { retryable: true });
    }
    health.reached('span_log');
    if (outcome.status === 'failed') {
      throw new AppError('LOG_REFUSED', outcome.reason);
    }
    return codec.issue({
      logId: publisher.logId,
      projectId: record.projectId,
      positions: outcome.positions.map((position) => ({ ...position, spanCount: spansOf(record) })),
      issuedAtMs: clock.nowMs(),
    });
  };
}

import { AppError, type Clock, type Health } from '@spanhouse/service-runtime';
import type { LogRecord, SpanPublisher } from '@spanhouse/span-log/publisher';
import type { ReceiptCodec } from '@spanhouse/span-log/receipt';

/**
 * Hands a deletion or an edited span to the log, and resolves with the receipt once it is durable
 * there. Rejects with LOG_UNAVAILABLE (retryable) or LOG_REFUSED.
 */
export type PublishEdit = (record: LogRecord) => Promise<string>;

export interface PublishEditDependencies {
  readonly publisher: SpanPublisher;
  readonly codec: Pick<ReceiptCodec, 'issue'>;
  readonly clock: Clock;
  /** Told of `span_log`. */
  readonly health: Pick<Health, 'reached' | 'lost'>;
}

/** Receipts count spans; a deletion counts as one, so that it is pending until it is in force. */
const EDITS = 1;

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
    if (outcome.status === 'failed') throw new AppError('LOG_REFUSED', outcome.reason);
    return codec.issue({
      logId: publisher.logId,
      projectId: record.projectId,
      positions: outcome.positions.map((position) => ({ ...position, spanCount: EDITS })),
      issuedAtMs: clock.nowMs(),
    });
  };
}

import type { Clock } from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import type { Receipt, ReceiptCodec } from '@spanhouse/span-log/receipt';

/**
 * Reads a receipt. Returns undefined if the token is invalid, belongs to another project or log, or
 * has expired. Throws LOG_UNAVAILABLE while the log has not been reached.
 */
export type ReadReceipt = (token: string, projectId: string) => Receipt | undefined;

/** Dependencies of `createReadReceipt`. */
export interface ReadReceiptOptions {
  readonly codec: Pick<ReceiptCodec, 'read'>;
  readonly offsets: Pick<CommittedOffsets, 'logId'>;
  readonly clock: Clock;
  readonly lifetimeMs: number;
}

/** Creates a reader of receipts that are at most `lifetimeMs` old. */
export function createReadReceipt({
  codec,
  offsets,
  clock,
  lifetimeMs,
}: ReadReceiptOptions): ReadReceipt {
  return (token, projectId) =>
    codec.read(token, {
      projectId,
      logId: offsets.logId,
      issuedAfterMs: clock.nowMs() - lifetimeMs,
    });
}

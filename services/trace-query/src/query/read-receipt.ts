import type { Clock } from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import type { Receipt, ReceiptCodec } from '@spanhouse/span-log/receipt';

/** undefined for what is no receipt of the project and the log, or has expired. Throws LOG_UNAVAILABLE. */
export type ReadReceipt = (token: string, projectId: string) => Receipt | undefined;

export interface ReadReceiptOptions {
  readonly codec: Pick<ReceiptCodec, 'read'>;
  readonly offsets: Pick<CommittedOffsets, 'logId'>;
  readonly clock: Clock;
  readonly lifetimeMs: number;
}

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

import type { Clock, Logger } from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import { type MessageLedger, toEndEntry } from '@spanhouse/trace-store/writer';

interface UnreadEnds {
  readonly offsets: Pick<CommittedOffsets, 'logId' | 'generation' | 'read' | 'readEnds'>;
  readonly ledger: Pick<MessageLedger, 'enter'>;
  readonly clock: Pick<Clock, 'nowNs'>;
  readonly logger: Logger;
}

/**
 * Enters up to where each partition is written, if not all of it is stored. If the log is created again before that, the
 * ledger names what was lost. Never rejects: a consumer that ends does not wait for the log or the store.
 */
export async function enterUnreadEnds(parts: UnreadEnds): Promise<void> {
  const { offsets, ledger, clock, logger } = parts;
  const { logId, generation } = offsets;
  try {
    const [stored, ends] = await Promise.all([offsets.read(), offsets.readEnds()]);
    const entries = ends.flatMap((end, partition) => {
      const committed = stored[partition] ?? 0;
      const unread = { logId, generation, partition, committed, end, seenAt: clock.nowNs() };
      return end > committed ? [toEndEntry(unread)] : [];
    });
    if (entries.length > 0) {
      await ledger.enter(entries);
    }
  } catch (err) {
    logger.warn({ err }, 'the ledger does not know what is not stored yet');
  }
}

import type { Clock, Logger } from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import { type MessageLedger, toEndEntry } from '@spanhouse/trace-store/writer';

interface UnreadEnds {
  readonly offsets: Pick<CommittedOffsets, 'logId' | 'generation' | 'read' | 'readEnds'>;
  readonly ledger: Pick<MessageLedger, 'enter'>;
  readonly clock: Pick<Clock, 'nowNs' | 'setTimer'>;
  readonly logger: Logger;
}

/** What it costs to stop while the log or the store does not answer. */
const LONGEST_MS = 3000;

/**
 * Enters up to where each partition is written, if not all of it is stored. If the log is created again before that, the
 * ledger names what was lost. Never rejects, and takes three seconds at most: a consumer that ends does not wait for the
 * log or the store.
 */
export async function enterUnreadEnds(parts: UnreadEnds): Promise<void> {
  const elapsed = Promise.withResolvers<void>();
  const timer = parts.clock.setTimer(LONGEST_MS, () =>
    elapsed.reject(new Error(`no answer within ${LONGEST_MS} ms`)),
  );
  try {
    await Promise.race([enter(parts), elapsed.promise]);
  } catch (err) {
    parts.logger.warn({ err }, 'the ledger does not know what is not stored yet');
  } finally {
    timer.cancel();
  }
}

async function enter({ offsets, ledger, clock }: UnreadEnds): Promise<void> {
  const { logId, generation } = offsets;
  const [stored, ends] = await Promise.all([offsets.read(), offsets.readEnds()]);
  const entries = ends.flatMap((end, partition) => {
    const committed = stored[partition] ?? 0;
    const unread = { logId, generation, partition, committed, end, seenAt: clock.nowNs() };
    return end > committed ? [toEndEntry(unread)] : [];
  });
  if (entries.length > 0) {
    await ledger.enter(entries);
  }
}

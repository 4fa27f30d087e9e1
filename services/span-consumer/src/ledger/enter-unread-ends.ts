import type { Clock, Logger } from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import { type MessageLedger, toEndEntry } from '@spanhouse/trace-store/writer';

interface UnreadEnds {
  readonly offsets: Pick<CommittedOffsets, 'logId' | 'generation' | 'read' | 'readEnds'>;
  readonly ledger: Pick<MessageLedger, 'enter'>;
  readonly clock: Pick<Clock, 'nowNs' | 'setTimer'>;
  readonly logger: Logger;
}

/** Maximum delay that the end entries add to a shutdown. */
const LONGEST_MS = 3000;

/**
 * Writes an end entry to the ledger for each partition that still has unstored messages. If the log is created again
 * before the messages are stored, the ledger then counts them as missing. Never rejects.
 */
export async function enterUnreadEnds(parts: UnreadEnds): Promise<void> {
  const givingUp = new AbortController();
  const elapsed = Promise.withResolvers<void>();
  const timer = parts.clock.setTimer(LONGEST_MS, () => {
    givingUp.abort();
    elapsed.reject(new Error(`no answer within ${LONGEST_MS} ms`));
  });
  try {
    await Promise.race([enter(parts, givingUp.signal), elapsed.promise]);
  } catch (err) {
    parts.logger.warn({ err }, 'the ledger does not know what is not stored yet');
  } finally {
    timer.cancel();
  }
}

async function enter({ offsets, ledger, clock }: UnreadEnds, signal: AbortSignal): Promise<void> {
  const { logId, generation } = offsets;
  const [stored, ends] = await Promise.all([offsets.read(), offsets.readEnds()]);
  const entries = ends.flatMap((end, partition) => {
    const committed = stored[partition] ?? 0;
    const unread = { logId, generation, partition, committed, end, seenAt: clock.nowNs() };
    return end > committed ? [toEndEntry(unread)] : [];
  });
  if (entries.length > 0 && !signal.aborted) {
    await ledger.enter(entries, signal);
  }
}

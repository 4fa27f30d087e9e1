import { LOG_OFFSET_BITS, toLogOffset } from '@spanhouse/span-row';
import type { LedgerEntry } from '../message-ledger.js';

/** The end of a partition whose last messages are not stored yet. */
interface UnreadEnd {
  readonly logId: string;
  readonly generation: number;
  readonly partition: number;
  /** Offset before which every message is stored. */
  readonly committed: number;
  /** Offset after the last message. */
  readonly end: number;
  /** Time at which the end was read, in ns since the Unix epoch. */
  readonly seenAt: bigint;
}

/** Log offset of the ledger entry for an end. No message has this offset. */
export const OFFSET_OF_END = 2 ** LOG_OFFSET_BITS - 1;

/**
 * Returns the ledger entry for an end. Each partition of a log has at most one such entry, because a later entry
 * replaces an earlier one. If the log is created again, the entry shows which messages were lost.
 */
export function toEndEntry(unread: UnreadEnd): LedgerEntry {
  const { logId, generation, partition, committed, end, seenAt } = unread;
  return {
    logId,
    logPartition: partition,
    logOffset: toLogOffset(generation, OFFSET_OF_END),
    blockOffset: toLogOffset(generation, committed),
    projectId: '',
    receivedAt: seenAt,
    isRetry: false,
    spanCount: 0,
    retentionDays: 0,
    origin: { writer: '', number: end },
  };
}

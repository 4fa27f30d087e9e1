/**
 * Upper bound on the number of committed messages in a partition that have no entry yet. The actual number is far
 * lower.
 */
export const MAX_UNENTERED = 10_000n;

/** The facts that the ledger records about a message in the log. */
export interface LedgerEntry {
  readonly logId: string;
  readonly logPartition: number;
  /** Generation (upper 16 bits) and offset of the message. */
  readonly logOffset: bigint;
  /** Log offset of the first message in the same block. All rows of the block are stored at this position. */
  readonly blockOffset: bigint;
  /** Project of the message; empty if the message contains no project. */
  readonly projectId: string;
  /** Receive time in nanoseconds since the Unix epoch. */
  readonly receivedAt: bigint;
  /** True if the message retries dead letters, whose rows were received earlier. */
  readonly isRetry: boolean;
  /** Number of spans; 0 for deletes. */
  readonly spanCount: number;
  /** Retention in days; 0 means that the spans never expire. Undefined if an earlier version wrote the message. */
  readonly retentionDays: number | undefined;
  /**
   * The message's writer, and the number that the writer gave the message; undefined if an earlier version wrote the
   * message.
   */
  readonly origin: { readonly writer: string; readonly number: number } | undefined;
}

/**
 * Records the contents of messages before their offset is committed.
 *
 * - MUST resolve only after the entries are durable; otherwise rejects with a retryable AppError.
 * - MAY receive a message again. This changes nothing unless the message's block has changed; the last block then
 *   applies.
 * - MAY combine the entries of several calls in one write.
 * - MUST reject soon after `signal` aborts. Other calls whose entries are in the same write MAY then reject too.
 */
export interface MessageLedger {
  enter(entries: readonly LedgerEntry[], signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** A selection of messages whose spans are compared with the stored rows. */
export type LedgerSelection = LedgerTimes | LedgerPositions;

/** Messages received within a time range, in ns since the Unix epoch. */
export interface LedgerTimes {
  readonly oldest: bigint;
  /** Exclusive upper bound. */
  readonly newest: bigint;
}

/**
 * Messages between two log positions. If a position separates two messages of one request, the rows of one message may
 * hide missing rows of the other. This cannot happen with a time range.
 */
interface LedgerPositions {
  /** For each partition, the first selected position. */
  readonly from: readonly bigint[];
  /** For each partition, the exclusive end of the selected positions. */
  readonly to: readonly bigint[];
}

/** Outcomes of accepted spans. `accepted` is the sum of all other members. */
export interface LedgerSums {
  readonly accepted: number;
  /** Number of distinct stored rows, including older versions of spans and hidden rows. */
  readonly stored: number;
  readonly deadLettered: number;
  /** Number of rows that were removed because their trace was deleted. */
  readonly removed: number;
  readonly expired: number;
  /** Number of spans in messages whose block has not been committed yet. */
  readonly pending: number;
  /** Number of spans whose outcome is unknown. */
  readonly unaccounted: number;
}

/** Outcomes of the spans of one project and minute. */
export interface LedgerMinute extends LedgerSums {
  /** Start of the minute, in ns since the Unix epoch. */
  readonly minute: bigint;
  readonly projectId: string;
}

/** A message that has spans with an unknown outcome. */
export interface UnbalancedMessage extends LedgerSums {
  readonly logPartition: number;
  readonly logOffset: bigint;
  readonly projectId: string;
  readonly receivedAt: bigint;
}

/** Sums of an empty selection. */
export const noSums: LedgerSums = {
  accepted: 0,
  stored: 0,
  deadLettered: 0,
  removed: 0,
  expired: 0,
  pending: 0,
  unaccounted: 0,
};

/** One or more missing messages directly before an existing message. */
export interface LedgerGap {
  readonly logPartition: number;
  /** Log offset of the first message after the gap. */
  readonly logOffset: bigint;
  readonly receivedAt: bigint;
  readonly missing: number;
  /** The writer whose message numbers have the gap; undefined if offsets are missing. */
  readonly writer: string | undefined;
}

/** Result of comparing the ledger with the stored rows. The lists may be truncated, but the sums cover all messages. */
export interface LedgerBalance {
  /** The sums of all selected messages. */
  readonly sums: LedgerSums;
  /** The first minutes, in order; empty for a selection by position. */
  readonly minutes: readonly LedgerMinute[];
  /** The first unbalanced messages, in order of receive time. */
  readonly unbalanced: readonly UnbalancedMessage[];
  /** The first gaps, in log order. */
  readonly gaps: readonly LedgerGap[];
  /** Number of missing messages in all gaps together. */
  readonly missing: number;
}

/** The balance of an empty selection. */
export const emptyBalance: LedgerBalance = {
  sums: noSums,
  minutes: [],
  unbalanced: [],
  gaps: [],
  missing: 0,
};

/** Compares the ledger with the stored rows. */
export interface LedgerAudit {
  /**
   * Compares the spans of the selected messages with the stored rows. `committed` contains, for each partition, the
   * position before which every block is stored; later messages are pending. Rejects with the same errors as a read.
   */
  balance(
    selection: LedgerSelection,
    committed: readonly bigint[],
    signal: AbortSignal,
  ): Promise<LedgerBalance>;
  /**
   * Resolves with one position per partition. Every message before the position has an entry or is known to be missing.
   * The position is undefined if an earlier version processed the last committed messages, so that none of them has an
   * entry. Rejects with the same errors as a read.
   */
  entered(
    committed: readonly bigint[],
    signal: AbortSignal,
  ): Promise<readonly (bigint | undefined)[]>;
  close(): Promise<void>;
}

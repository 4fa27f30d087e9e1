/**
 * An upper bound for the number of committed messages of a partition that are not entered yet. The actual number is far
 * lower.
 */
export const MAX_UNENTERED = 10_000n;

/** The facts about a message of the log that the ledger records. */
export interface LedgerEntry {
  readonly logId: string;
  readonly logPartition: number;
  /** Generation (upper 16 bits) and offset of the message. */
  readonly logOffset: bigint;
  /**
   * The log offset of the first message of the block that contains this message. It is the position of the message's
   * rows.
   */
  readonly blockOffset: bigint;
  /** Project of the message; empty if the message does not name a project. */
  readonly projectId: string;
  /** Receive time in nanoseconds since the Unix epoch. */
  readonly receivedAt: bigint;
  /** True if the message retries dead letters, whose rows were received earlier. */
  readonly isRetry: boolean;
  /** Number of spans; 0 for deletes. */
  readonly spanCount: number;
  /** Retention in days; 0 means for ever. Undefined if an earlier version wrote the message. */
  readonly retentionDays: number | undefined;
  /** The writer and the number of the message; undefined if an earlier version wrote the message. */
  readonly origin: { readonly writer: string; readonly number: number } | undefined;
}

/**
 * Records the contents of messages before their offset is committed.
 *
 * - MUST resolve only after the entries are durable; otherwise rejects with a retryable AppError.
 * - MAY receive a message again, which changes nothing. If the blocks differ, the last block applies.
 * - MAY write the entries of several calls together.
 * - MUST reject soon after `signal` aborts, and MAY then reject other calls that share the write.
 */
export interface MessageLedger {
  enter(entries: readonly LedgerEntry[], signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** A selection of messages that are compared with the stored rows. */
export type LedgerSelection = LedgerTimes | LedgerPositions;

/** Messages received within a range of time, in ns since the Unix epoch. */
export interface LedgerTimes {
  readonly oldest: bigint;
  /** Exclusive upper bound. */
  readonly newest: bigint;
}

/**
 * Messages between two positions of the log. If a position separates messages of one request in a partition, rows of
 * one message may hide missing rows of the other. A range of time has no such problem.
 */
interface LedgerPositions {
  /** The first selected positions, by partition. */
  readonly from: readonly bigint[];
  /** The exclusive ends of the selected positions, by partition. */
  readonly to: readonly bigint[];
}

/** The outcomes of the accepted spans of a project and minute. `accepted` is the sum of all other members. */
export interface LedgerSums {
  readonly accepted: number;
  /** Number of distinct stored rows, including superseded versions and hidden rows. */
  readonly stored: number;
  readonly deadLettered: number;
  /** Number of removed rows of deleted traces. */
  readonly removed: number;
  readonly expired: number;
  /** Number of spans in messages whose block is not committed yet. */
  readonly pending: number;
  /** Number of spans whose outcome is unknown. */
  readonly unaccounted: number;
}

/** The sums of a minute. */
export interface LedgerMinute extends LedgerSums {
  /** Start of the minute, in ns since the Unix epoch. */
  readonly minute: bigint;
  readonly projectId: string;
}

/** A message whose sums do not match. */
export interface UnbalancedMessage extends LedgerSums {
  readonly logPartition: number;
  readonly logOffset: bigint;
  readonly projectId: string;
  readonly receivedAt: bigint;
}

/** The sums of an empty selection. */
export const noSums: LedgerSums = {
  accepted: 0,
  stored: 0,
  deadLettered: 0,
  removed: 0,
  expired: 0,
  pending: 0,
  unaccounted: 0,
};

/** One or more missing messages before an existing message. */
export interface LedgerGap {
  readonly logPartition: number;
  /** Log offset of the first message after the gap. */
  readonly logOffset: bigint;
  readonly receivedAt: bigint;
  readonly missing: number;
  /** The publisher whose message numbers have the gap; undefined if offsets are missing. */
  readonly writer: string | undefined;
}

/** The result of a comparison. Its lists are bounded, and its sums are complete. */
export interface LedgerBalance {
  /** The sums of all selected messages. */
  readonly sums: LedgerSums;
  /** The first minutes in order; empty for a selection by position. */
  readonly minutes: readonly LedgerMinute[];
  /** The first unbalanced messages, in the order of their receive times. */
  readonly unbalanced: readonly UnbalancedMessage[];
  /** The first gaps, in log order. */
  readonly gaps: readonly LedgerGap[];
  /** Total number of missing messages in all gaps. */
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
   * Compares the selected messages. `committed` has for each partition the position before which every block is stored.
   * Later messages are pending. Rejects as reads do.
   */
  balance(
    selection: LedgerSelection,
    committed: readonly bigint[],
    signal: AbortSignal,
  ): Promise<LedgerBalance>;
  /**
   * Resolves with one position for each partition. Every message before it is entered or known to be missing. The
   * position is undefined if none of the last committed messages is entered, because an earlier version wrote them.
   * Rejects as reads do.
   */
  entered(
    committed: readonly bigint[],
    signal: AbortSignal,
  ): Promise<readonly (bigint | undefined)[]>;
  close(): Promise<void>;
}

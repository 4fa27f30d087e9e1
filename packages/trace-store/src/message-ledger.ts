/**
 * An upper bound for the messages of a partition that are committed but not entered yet; the real number is far lower.
 */
export const MAX_UNENTERED = 10_000n;

/** The contents of a message of the log, as the ledger records them. */
export interface LedgerEntry {
  readonly logId: string;
  readonly logPartition: number;
  /** Generation (upper 16 bits) and offset of the message. */
  readonly logOffset: bigint;
  /** The log offset of the first message of its block, which is the position of its rows. */
  readonly blockOffset: bigint;
  /** Empty if the message does not name a project. */
  readonly projectId: string;
  /** Nanoseconds since the Unix epoch. */
  readonly receivedAt: bigint;
  /** True if the message retries dead letters, whose rows were received earlier. */
  readonly isRetry: boolean;
  /** 0 for deletes. */
  readonly spanCount: number;
  /** 0 = forever; undefined if an earlier version wrote the message. */
  readonly retentionDays: number | undefined;
  /** Undefined if an earlier version wrote the message. */
  readonly origin: { readonly writer: string; readonly number: number } | undefined;
}

/**
 * Records what messages contained, before their offset is committed.
 *
 * - MUST resolve only after the entries are durable; otherwise rejects with a retryable AppError.
 * - MAY receive a message again, which changes nothing; if the blocks differ, the last one applies.
 * - MAY write the entries of several calls together.
 * - MUST reject soon after `signal` aborts, and MAY reject calls that share the write.
 */
export interface MessageLedger {
  enter(entries: readonly LedgerEntry[], signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Selects the messages that are compared with the stored rows. */
export type LedgerSelection = LedgerTimes | LedgerPositions;

/** Messages received within a range of time, in ns since the Unix epoch. */
export interface LedgerTimes {
  readonly oldest: bigint;
  /** Exclusive. */
  readonly newest: bigint;
}

/**
 * Messages between two positions of the log. If a position divides the messages of one request in a partition, rows of
 * one part may hide missing rows of the other; a range of time never does.
 */
interface LedgerPositions {
  /** By partition. */
  readonly from: readonly bigint[];
  /** By partition, exclusive. */
  readonly to: readonly bigint[];
}

/** The outcomes of the accepted spans of a project and minute. `accepted` is the sum of all others. */
export interface LedgerSums {
  readonly accepted: number;
  /** Distinct rows, including superseded versions and hidden rows. */
  readonly stored: number;
  readonly deadLettered: number;
  /** Rows of deleted traces. */
  readonly removed: number;
  readonly expired: number;
  /** Spans of messages whose block is not committed yet. */
  readonly pending: number;
  /** Spans whose outcome is unknown. */
  readonly unaccounted: number;
}

/** The sums of a minute. */
export interface LedgerMinute extends LedgerSums {
  /** In ns since the Unix epoch. */
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

/** Missing messages before a message that is present. */
export interface LedgerGap {
  readonly logPartition: number;
  /** The first message after the gap. */
  readonly logOffset: bigint;
  readonly receivedAt: bigint;
  readonly missing: number;
  /** The publisher whose numbers have the gap; undefined if offsets are missing. */
  readonly writer: string | undefined;
}

/** The result of a comparison. The lists are bounded; the sums are complete. */
export interface LedgerBalance {
  /** The sums of all selected messages. */
  readonly sums: LedgerSums;
  /** The first minutes, in order; empty for a selection by position. */
  readonly minutes: readonly LedgerMinute[];
  /** The first unbalanced messages, in the order of receipt. */
  readonly unbalanced: readonly UnbalancedMessage[];
  /** The first gaps, in the order of the log. */
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
   * Compares the selected messages. `committed` has for each partition the position before which every block is stored;
   * later messages are pending. Rejects as reads do.
   */
  balance(
    selection: LedgerSelection,
    committed: readonly bigint[],
    signal: AbortSignal,
  ): Promise<LedgerBalance>;
  /**
   * Resolves with the position of each partition before which every message is entered or known to be missing;
   * undefined for a partition without entries among its last committed messages, which an earlier version wrote.
   * Rejects as reads do.
   */
  entered(
    committed: readonly bigint[],
    signal: AbortSignal,
  ): Promise<readonly (bigint | undefined)[]>;
  close(): Promise<void>;
}

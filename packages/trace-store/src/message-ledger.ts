/** More than the last messages of a partition that are committed and not entered yet, which are far fewer. */
export const MAX_UNENTERED = 10_000n;

/** What a message of the log contained. */
export interface LedgerEntry {
  readonly logId: string;
  readonly logPartition: number;
  /** Generation (upper 16 bits) and offset of the message. */
  readonly logOffset: bigint;
  /** The same of the first message of its block: the place of its rows. */
  readonly blockOffset: bigint;
  /** Empty if the message does not name it. */
  readonly projectId: string;
  /** Nanoseconds since the Unix epoch. */
  readonly receivedAt: bigint;
  /** Whether it sends dead letters again, whose rows were received earlier. */
  readonly isRetry: boolean;
  /** 0 for deletes. */
  readonly spanCount: number;
  /** 0 = for ever; undefined: an earlier version wrote the message. */
  readonly retentionDays: number | undefined;
  /** Undefined: an earlier version wrote the message. */
  readonly origin: { readonly writer: string; readonly number: number } | undefined;
}

/**
 * Enters what messages contained, before their offset is committed.
 *
 * - MUST resolve only when the entries are durable; rejects with a retryable AppError otherwise.
 * - MAY receive a message again, which changes nothing; of different blocks, the last one counts.
 * - MAY write the entries of several calls together.
 * - MUST reject soon after `signal` aborts, and MAY reject calls that share the write.
 */
export interface MessageLedger {
  enter(entries: readonly LedgerEntry[], signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Which messages are compared with what is stored. */
export type LedgerSelection = LedgerTimes | LedgerPlaces;

/** Messages that were received in a range of time, in ns since the Unix epoch. */
export interface LedgerTimes {
  readonly oldest: bigint;
  /** Exclusive. */
  readonly newest: bigint;
}

/**
 * Messages between two places of the log. If they separate messages of one request in a partition, rows of one may
 * stand for missing ones of the other; a range of time never does.
 */
interface LedgerPlaces {
  /** By partition. */
  readonly from: readonly bigint[];
  /** By partition, exclusive. */
  readonly to: readonly bigint[];
}

/** What became of the accepted spans of a project and minute. `accepted` is the sum of all others. */
export interface LedgerSums {
  readonly accepted: number;
  /** Different rows, superseded versions and hidden ones included. */
  readonly stored: number;
  readonly deadLettered: number;
  /** Rows of deleted traces. */
  readonly removed: number;
  readonly expired: number;
  /** Of messages whose block is not committed yet. */
  readonly pending: number;
  /** Nothing says where they are. */
  readonly unaccounted: number;
}

/** The sums of a minute. */
export interface LedgerMinute extends LedgerSums {
  /** In ns since the Unix epoch. */
  readonly minute: bigint;
  readonly projectId: string;
}

/** A message whose spans do not add up. */
export interface UnbalancedMessage extends LedgerSums {
  readonly logPartition: number;
  readonly logOffset: bigint;
  readonly projectId: string;
  readonly receivedAt: bigint;
}

/** The sums of no message. */
export const noSums: LedgerSums = {
  accepted: 0,
  stored: 0,
  deadLettered: 0,
  removed: 0,
  expired: 0,
  pending: 0,
  unaccounted: 0,
};

/** Messages that are missing before a message that is there. */
export interface LedgerGap {
  readonly logPartition: number;
  /** The first message after the gap. */
  readonly logOffset: bigint;
  readonly receivedAt: bigint;
  readonly missing: number;
  /** The publisher whose numbers have the gap; undefined if offsets are missing. */
  readonly writer: string | undefined;
}

/** The result of a comparison. Its lists are bounded, its sums are not. */
export interface LedgerBalance {
  /** The sums of all selected messages. */
  readonly sums: LedgerSums;
  /** In their order, the first ones only; empty for a selection of places. */
  readonly minutes: readonly LedgerMinute[];
  /** In the order of receipt, the first ones only. */
  readonly unbalanced: readonly UnbalancedMessage[];
  /** In the order of the log, the first ones only. */
  readonly gaps: readonly LedgerGap[];
  /** The missing messages of all gaps. */
  readonly missing: number;
}

/** The balance of no message. */
export const emptyBalance: LedgerBalance = {
  sums: noSums,
  minutes: [],
  unbalanced: [],
  gaps: [],
  missing: 0,
};

/** Compares what messages contained with what is stored. */
export interface LedgerAudit {
  /**
   * Compares the selected messages. `committed` has the position of each partition before which every block is
   * stored; later messages are pending. Rejects as reads do.
   */
  balance(
    selection: LedgerSelection,
    committed: readonly bigint[],
    signal: AbortSignal,
  ): Promise<LedgerBalance>;
  /**
   * Resolves with the position of each partition before which every message is entered, or known to be missing.
   * It is undefined for a partition without entries among the last messages that are committed: those of an earlier
   * version have none. Rejects as reads do.
   */
  entered(
    committed: readonly bigint[],
    signal: AbortSignal,
  ): Promise<readonly (bigint | undefined)[]>;
  close(): Promise<void>;
}

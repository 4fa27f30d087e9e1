import type { LogPosition } from './log-position.js';
import type { LogMessageHeaders } from './message-headers.js';

export { deletedTraceOf, deleteTraceKind } from './delete-trace.js';
export type { LogPosition } from './log-position.js';
export { type LogMessageHeaders, rowsKind } from './message-headers.js';

/** One message as it stands in the log. */
export interface LogMessage extends LogPosition {
  /** Of the kind `rows`: one zstd frame of RowBinary rows. Exactly as published. */
  readonly frame: Uint8Array;
  readonly headers: LogMessageHeaders;
}

/** The group's place in a partition: everything before `offset` is stored or dead-lettered. */
export interface CommittedPosition {
  readonly partition: number;
  readonly offset: number;
  /** Text written with the offset, at most 4,000 bytes; `''` when there is none. */
  readonly metadata: string;
}

export type CommitOutcome =
  | { readonly status: 'committed' }
  /** The partition belongs to another member now: discard its blocks, insert nothing more. */
  | { readonly status: 'lost' }
  | { readonly status: 'retryable'; readonly reason: string };

/**
 * What a subscription calls. Calls for one partition never overlap; calls for different ones may.
 * No `onMessages` is pending while `onAssigned` runs. A rejection of any, unless its signal has
 * aborted, stops the subscription: `failed` rejects with it.
 */
export interface SubscriptionListener {
  /**
   * The partitions now owned, all of them, with the group's committed place in each. Whatever was
   * open for any partition before MUST be discarded, and commits meant for it MUST NOT be made any
   * more. Delivery of each partition starts at exactly the `offset` given here once this resolves.
   *
   * That is how a recorded block is replayed: the range in `metadata` starts at `offset`, so its
   * messages are the first ones delivered, and the listener cuts its first block where the record
   * says. There is no other way to read back.
   */
  onAssigned(partitions: readonly CommittedPosition[]): Promise<void>;
  /**
   * The next messages of one partition, in offset order without gaps other than those of the log
   * itself. The subscription delivers no more of this partition until the promise resolves:
   * this is the back-pressure. `signal` aborts when the partition is lost or the log is closed.
   */
  onMessages(messages: readonly LogMessage[], signal: AbortSignal): Promise<void>;
  /**
   * The partitions are about to be dealt out anew: nothing more is to be begun, and what is in flight
   * is to be ended. Commits count until this resolves, or the subscription has waited long enough.
   * A subscription MAY take partitions away without it.
   */
  onRebalance?(): Promise<void>;
}

/**
 * Reads the log as one member of a consumer group.
 *
 * - MUST deliver every message of an owned partition from the committed offset on, in order, at
 *   least once; a new group starts at the earliest offset.
 * - MUST keep membership alive while `onMessages` is pending, however long that takes.
 * - MUST bound the bytes it reads ahead of the listener.
 * - MUST refuse a commit (`lost`) of a member that no longer owns the partition, of any member
 *   that has asked to join again, and one below the offset committed before.
 * - `commit` MUST be durable when it resolves `committed`, and MAY have taken effect when it
 *   answers `retryable`.
 * - When delivery cannot continue, `failed` rejects; the process then exits and is restarted.
 */
export interface SpanSubscription {
  /** Random, made with the log and kept with it: part of every deduplication token. */
  readonly logId: string;
  /** Raised when a log is made anew; the upper 16 bits of a row's log_offset. */
  readonly generation: number;
  readonly topic: string;
  /** Resolves when the log is reached and delivery is under way, not when partitions are assigned. */
  start(listener: SubscriptionListener): Promise<void>;
  /**
   * At most one commit per partition at a time. The same offset with other metadata is a commit too:
   * so a block's range is recorded before its first insert.
   */
  commit(position: CommittedPosition): Promise<CommitOutcome>;
  /** Messages between the committed offset and the end of each owned partition. */
  lag(): Promise<ReadonlyMap<number, number>>;
  /** Never resolves; rejects when the subscription has stopped for good. */
  readonly failed: Promise<never>;
  /** Stops delivery, aborts pending `onMessages`, leaves the group. Commits after it answer `lost`. */
  close(): Promise<void>;
}

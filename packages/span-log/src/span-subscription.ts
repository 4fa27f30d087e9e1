import type { LogPosition } from './messages/log-position.js';
import type { LogMessageHeaders } from './messages/message-headers.js';

export { deletedTraceOf, deleteTraceKind } from './messages/delete-trace.js';
export type { LogPosition } from './messages/log-position.js';
export { foreignKind, type LogMessageHeaders, rowsKind } from './messages/message-headers.js';

/** One message of the log. */
export interface LogMessage extends LogPosition {
  /** The body exactly as published. For the kind `rows`, it is one zstd frame of RowBinary rows. */
  readonly frame: Uint8Array;
  readonly headers: LogMessageHeaders;
}

/** The group's position in a partition: every message before `offset` is stored or dead-lettered. */
export interface CommittedPosition {
  readonly partition: number;
  readonly offset: number;
  /** Text committed with the offset, at most `maxMetadataBytes` long; `''` if the commit has no text. */
  readonly metadata: string;
}

/** Messages of one partition, from `first` to `end` - 1, that the log dropped before it delivered them. */
export interface LostMessages {
  readonly partition: number;
  readonly first: number;
  readonly end: number;
}

/** The result of one commit. */
export type CommitOutcome =
  | { readonly status: 'committed' }
  /**
   * Another member owns the partition now. The caller MUST discard the blocks of this partition and insert no more of
   * them.
   */
  | { readonly status: 'lost' }
  | { readonly status: 'retryable'; readonly reason: string };

/**
 * Receives assignments and messages from a subscription.
 *
 * Calls for one partition never overlap, but calls for different partitions may. `onAssigned` runs only while no other
 * call is pending. If a call rejects before its signal has aborted, the subscription stops and `failed` rejects with
 * the same error.
 */
export interface SubscriptionListener {
  /**
   * Announces all partitions that the member now owns, with the group's committed position in each partition. The
   * listener MUST discard all open work of all partitions and MUST NOT commit it. After this resolves, delivery of each
   * partition starts at exactly the `offset` given here, or with `onLost` if the log no longer has that message.
   *
   * This is how a recorded block is replayed: the range in `metadata` starts at `offset`, so the messages of the range
   * are delivered first, and the listener ends its first block at the recorded end. A block cannot be read back in any
   * other manner.
   */
  onAssigned(partitions: readonly CommittedPosition[]): Promise<void>;
  /**
   * Delivers the next messages of one partition in offset order. Offsets have gaps only where the log has them. The
   * subscription delivers no more of this partition until the promise resolves, which is the back-pressure. `signal`
   * aborts when the partition is lost or the log is closed.
   */
  onMessages(messages: readonly LogMessage[], signal: AbortSignal): Promise<void>;
  /**
   * Announces messages that the log dropped before it could deliver them. All earlier messages of the partition are
   * delivered before this call, and later messages after it resolves. The listener MUST make the loss durable before it
   * commits an offset above `first`. Until then every assignment announces the loss again, with the same `first` and
   * with the same or a greater `end`. `signal` is the signal of `onMessages`.
   */
  onLost(lost: LostMessages, signal: AbortSignal): Promise<void>;
  /**
   * Announces that the group is about to assign the partitions again. The listener starts no new work and finishes its
   * work in flight. Commits are accepted until this resolves or the subscription stops waiting. A subscription MAY take
   * partitions away without this call.
   */
  onRebalance?(): Promise<void>;
}

/**
 * Reads the log as one member of a consumer group.
 *
 * - MUST deliver every message of an owned partition, from the committed offset on, in order and at least once. A new
 *   group starts at the first offset.
 * - MUST announce every message that it cannot deliver because the log dropped it.
 * - MUST keep membership alive while `onMessages` is pending, without a time limit.
 * - MUST bound the bytes that it reads ahead of the listener.
 * - MUST answer a commit with `lost` if the member no longer owns the partition or has asked to join again, or if the
 *   offset is below the committed one.
 * - MAY answer commits `retryable` until a message has arrived in any partition of the assignment.
 * - A commit MUST be durable when it resolves `committed`, and MAY have taken effect when it answers `retryable`.
 * - Rejects `failed` when delivery cannot continue; the process then exits and is restarted.
 */
export interface SpanSubscription {
  /** Random id of the log. It is created with the log, never changes, and is part of every deduplication token. */
  readonly logId: string;
  /** A number that increases whenever the log is created again. It forms the upper 16 bits of a row's `log_offset`. */
  readonly generation: number;
  readonly topic: string;
  /** Maximum size of the metadata of a commit; at least 4,000. */
  readonly maxMetadataBytes: number;
  /** Resolves after the log is reached and delivery has started. Partitions are assigned later. */
  start(listener: SubscriptionListener): Promise<void>;
  /**
   * Commits a position. At most one commit per partition may run at a time. The same offset with other metadata is also
   * a commit, which records the range of a block before its first insert.
   */
  commit(position: CommittedPosition): Promise<CommitOutcome>;
  /** Resolves with the number of messages between the committed offset and the end of each owned partition. */
  lag(): Promise<ReadonlyMap<number, number>>;
  /** Rejects when the subscription has stopped for good; never resolves. */
  readonly failed: Promise<never>;
  /** Stops delivery, aborts pending `onMessages` calls and leaves the group. Later commits are answered `lost`. */
  close(): Promise<void>;
}

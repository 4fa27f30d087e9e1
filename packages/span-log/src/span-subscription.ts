import type { LogPosition } from './messages/log-position.js';
import type { LogMessageHeaders } from './messages/message-headers.js';

export { deletedTraceOf, deleteTraceKind } from './messages/delete-trace.js';
export type { LogPosition } from './messages/log-position.js';
export { foreignKind, type LogMessageHeaders, rowsKind } from './messages/message-headers.js';

export interface LogMessage extends LogPosition {
  /** The message body exactly as published. For the kind `rows`, it is one zstd frame of RowBinary rows. */
  readonly frame: Uint8Array;
  readonly headers: LogMessageHeaders;
}

/** The group's position in a partition: every message before `offset` is stored or dead-lettered. */
export interface CommittedPosition {
  readonly partition: number;
  readonly offset: number;
  /** String committed with the offset, at most `maxMetadataBytes` long; `''` if the commit has no metadata. */
  readonly metadata: string;
}

/** Messages of one partition, from `first` to `end` - 1, that the log dropped before they could be delivered. */
export interface LostMessages {
  readonly partition: number;
  readonly first: number;
  readonly end: number;
}

export type CommitOutcome =
  | { readonly status: 'committed' }
  /**
   * Another member owns the partition now. The caller MUST discard this partition's blocks and insert no more of them.
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
   * listener MUST discard all open work of all partitions and MUST NOT commit it. Delivery of each partition starts
   * after this resolves. It starts at exactly the given `offset`, or with `onLost` if the log no longer has that
   * message. A recorded block is replayed in this way: the range in `metadata` starts at `offset`, so the messages of
   * the range are delivered first, and the listener ends its first block at the recorded end. There is no other way to
   * read a block again.
   */
  onAssigned(partitions: readonly CommittedPosition[]): Promise<void>;
  /**
   * Delivers the next messages of one partition in offset order. Offsets have gaps only where the log has gaps. For
   * back-pressure, the subscription delivers no more messages of this partition until the promise resolves. `signal`
   * aborts when the partition is lost or the log is closed.
   */
  onMessages(messages: readonly LogMessage[], signal: AbortSignal): Promise<void>;
  /**
   * Announces messages that the log dropped before it could deliver them. Earlier messages of the partition are
   * delivered before this call, and later messages after it resolves. The listener MUST make the loss durable before it
   * commits an offset above `first`. Until then, every assignment announces the loss again, with the same `first` and
   * with the same or a greater `end`. `signal` is the same as for `onMessages`.
   */
  onLost(lost: LostMessages, signal: AbortSignal): Promise<void>;
  /**
   * Announces that the group is about to reassign the partitions. The listener starts no new work and finishes its work
   * in flight. Commits are accepted until this resolves or the subscription stops waiting. A subscription MAY take
   * partitions away without this call.
   */
  onRebalance?(): Promise<void>;
}

/**
 * Reads the log as one member of a consumer group.
 *
 * - MUST deliver every message of an owned partition in order and at least once, starting at the committed offset. A
 *   new group starts at the first offset.
 * - MUST announce every message that it cannot deliver because the log dropped it.
 * - MUST keep the member in the group while `onMessages` is pending, without a time limit.
 * - MUST limit the bytes that it reads ahead of the listener.
 * - MUST resolve a commit with `lost` if the member no longer owns the partition or has asked to join again, or if the
 *   offset is below the committed one.
 * - MAY resolve commits with `retryable` until a message has arrived in any partition of the assignment.
 * - A commit MUST be durable when it resolves with `committed`, and MAY have taken effect when it resolves with
 *   `retryable`.
 * - Rejects `failed` when delivery cannot continue; the process then exits and is restarted.
 */
export interface SpanSubscription {
  /** Random id of the log. The id is created with the log, never changes, and is part of every deduplication token. */
  readonly logId: string;
  /**
   * A number that increases whenever the log is created again. It is stored in the upper 16 bits of a row's
   * `log_offset`.
   */
  readonly generation: number;
  readonly topic: string;
  /** Maximum size of a commit's metadata; at least 4,000. */
  readonly maxMetadataBytes: number;
  /** Resolves once the log is available and the subscription has started. Partitions are assigned later. */
  start(listener: SubscriptionListener): Promise<void>;
  /**
   * Commits a position. Only one commit per partition may run at a time. The committed offset may be committed again
   * with different metadata, to record the range of a block before the block's first insert.
   */
  commit(position: CommittedPosition): Promise<CommitOutcome>;
  /** Resolves with the number of messages from the committed offset to the end of the log, for each owned partition. */
  lag(): Promise<ReadonlyMap<number, number>>;
  /** Rejects when the subscription has permanently stopped; never resolves. */
  readonly failed: Promise<never>;
  /** Stops delivery, aborts pending `onMessages` calls and leaves the group. Later commits resolve with `lost`. */
  close(): Promise<void>;
}

import type { LogPosition } from './messages/log-position.js';
import type { LogMessageHeaders } from './messages/message-headers.js';

export { deletedTraceOf, deleteTraceKind } from './messages/delete-trace.js';
export type { LogPosition } from './messages/log-position.js';
export { foreignKind, type LogMessageHeaders, rowsKind } from './messages/message-headers.js';

/** One message of the log. */
export interface LogMessage extends LogPosition {
  /** The body exactly as published; for the kind `rows`, one zstd frame of RowBinary rows. */
  readonly frame: Uint8Array;
  readonly headers: LogMessageHeaders;
}

/** The group's position in a partition: every message before `offset` is stored or dead-lettered. */
export interface CommittedPosition {
  readonly partition: number;
  readonly offset: number;
  /** Text committed with the offset, of at most `maxMetadataBytes`; `''` without any. */
  readonly metadata: string;
}

/** Messages of one partition that the log dropped before it delivered them: `first` to `end` - 1. */
export interface LostMessages {
  readonly partition: number;
  readonly first: number;
  readonly end: number;
}

/** The result of one commit. */
export type CommitOutcome =
  | { readonly status: 'committed' }
  /** Another member owns the partition now. Discard its blocks and insert nothing more of it. */
  | { readonly status: 'lost' }
  | { readonly status: 'retryable'; readonly reason: string };

/**
 * Receives assignments and messages from a subscription.
 *
 * Calls for one partition never overlap; calls for different partitions may. No call for messages is
 * pending while `onAssigned` runs. If a call rejects and its signal has not aborted, the subscription
 * stops and `failed` rejects with the same error.
 */
export interface SubscriptionListener {
  /**
   * Announces all partitions that the member now owns, with the group's committed position in each. The listener MUST
   * discard everything that was open for any partition and MUST NOT commit for it any more. Once this resolves,
   * delivery of each partition starts at exactly the `offset` given here, with `onLost` if the log no longer has that
   * message.
   *
   * This replays a recorded block: the range in `metadata` starts at `offset`, so its messages are delivered first, and
   * the listener cuts its first block at the recorded end. A block cannot be read back otherwise.
   */
  onAssigned(partitions: readonly CommittedPosition[]): Promise<void>;
  /**
   * Delivers the next messages of one partition, in offset order and without gaps except those of the log itself. The
   * subscription delivers no more of this partition until the promise resolves, which is the back-pressure. `signal`
   * aborts when the partition is lost or the log is closed.
   */
  onMessages(messages: readonly LogMessage[], signal: AbortSignal): Promise<void>;
  /**
   * Announces messages that the log dropped before it could deliver them. All earlier messages of the partition were
   * delivered; the next ones are delivered once this resolves. The listener MUST make the loss durable before it
   * commits an offset above `first`. Until then every assignment announces the loss again, from the same `first` and up
   * to the same `end` or a later one. `signal` is the signal of `onMessages`.
   */
  onLost(lost: LostMessages, signal: AbortSignal): Promise<void>;
  /**
   * Announces that the partitions are about to be assigned again. The listener starts no new work and finishes its work
   * in flight. Commits are accepted until this resolves or the subscription stops waiting. A subscription MAY take
   * partitions away without this call.
   */
  onRebalance?(): Promise<void>;
}

/**
 * Reads the log as one member of a consumer group.
 *
 * - MUST deliver every message of an owned partition from the committed offset on, in order, at
 *   least once; a new group starts at the first offset.
 * - MUST announce every message that it cannot deliver because the log dropped it.
 * - MUST keep membership alive while `onMessages` is pending, however long that takes.
 * - MUST bound the bytes it reads ahead of the listener.
 * - MUST answer a commit with `lost` if the member no longer owns the partition or has asked to join
 *   again, or if the offset is below the committed one.
 * - MAY answer commits `retryable` until a message has arrived in any partition of the assignment.
 * - A commit MUST be durable when it resolves `committed`, and MAY have taken effect when it answers
 *   `retryable`.
 * - When delivery cannot continue, `failed` rejects; the process then exits and is restarted.
 */
export interface SpanSubscription {
  /** Random id of the log, created and kept with it; part of every deduplication token. */
  readonly logId: string;
  /** Increases whenever the log is created again; the upper 16 bits of a row's `log_offset`. */
  readonly generation: number;
  readonly topic: string;
  /** The largest size of the metadata of a commit, at least 4,000. */
  readonly maxMetadataBytes: number;
  /** Resolves once the log is reached and delivery has started, before partitions are assigned. */
  start(listener: SubscriptionListener): Promise<void>;
  /**
   * Commits a position; at most one commit per partition may run at a time. The same offset with other metadata is also
   * a commit: it records the range of a block before its first insert.
   */
  commit(position: CommittedPosition): Promise<CommitOutcome>;
  /** Resolves with the number of messages between the committed offset and the end of each owned partition. */
  lag(): Promise<ReadonlyMap<number, number>>;
  /** Never resolves; rejects when the subscription has stopped for good. */
  readonly failed: Promise<never>;
  /** Stops delivery, aborts pending `onMessages`, leaves the group. Commits after it answer `lost`. */
  close(): Promise<void>;
}

import type { CommittedOffsets } from '../../src/committed-offsets.js';
import type { DeadLetter, DeadLetterSink } from '../../src/dead-letter-sink.js';
import type { SpanPublisher } from '../../src/span-publisher.js';
import type { SpanSubscription } from '../../src/span-subscription.js';
import type { RecordingListener } from './recording-listener.js';

/** A log with one consumer group. */
export interface SpanLogUnderTest {
  readonly publisher: SpanPublisher;
  readonly offsets: CommittedOffsets;
  readonly deadLetters: DeadLetterSink;
  /** The subscription of this process. */
  readonly subscription: SpanSubscription;
  listDeadLetters(): Promise<readonly DeadLetter[]>;
  /** Makes the group assign its partitions again while `subscription` stays a member with `listener`. */
  rebalance(listener: RecordingListener): Promise<void>;
  /** Ends this process's use of the log and opens it as the next process would. */
  reopen(): Promise<SpanLogUnderTest>;
  close(): Promise<void>;
}

import type { CommittedOffsets } from '../../src/committed-offsets.js';
import type { DeadLetter, DeadLetterSink } from '../../src/dead-letter-sink.js';
import type { SpanPublisher } from '../../src/span-publisher.js';
import type { SpanSubscription } from '../../src/span-subscription.js';
import type { RecordingListener } from './recording-listener.js';

/** One log with one group. */
export interface SpanLogUnderTest {
  readonly publisher: SpanPublisher;
  readonly offsets: CommittedOffsets;
  readonly deadLetters: DeadLetterSink;
  /** The subscription this process reads with. */
  readonly subscription: SpanSubscription;
  listDeadLetters(): Promise<readonly DeadLetter[]>;
  /** Makes the group assign its partitions anew while `subscription` stays a member with `listener`. */
  rebalance(listener: RecordingListener): Promise<void>;
  /** The log as the next process finds it, after the end of this one. */
  reopen(): Promise<SpanLogUnderTest>;
  close(): Promise<void>;
}

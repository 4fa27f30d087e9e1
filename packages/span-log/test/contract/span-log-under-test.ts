import type { CommittedOffsets } from '../../src/committed-offsets.js';
import type { SpanPublisher } from '../../src/span-publisher.js';
import type { SpanSubscription } from '../../src/span-subscription.js';
import type { DeadLettersUnderTest } from './dead-letters-contract.js';
import type { RecordingListener } from './recording-listener.js';

/** A log with one consumer group. */
export interface SpanLogUnderTest extends DeadLettersUnderTest {
  readonly publisher: SpanPublisher;
  readonly offsets: CommittedOffsets;
  readonly subscription: SpanSubscription;
  /** Makes the group reassign its partitions while `subscription` stays a member with `listener`. */
  rebalance(listener: RecordingListener): Promise<void>;
  /** Closes the log and opens it again, as a restart of the process does. */
  reopen(): Promise<SpanLogUnderTest>;
}

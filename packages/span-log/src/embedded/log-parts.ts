import type { Clock, Logger } from '@spanhouse/service-runtime';
import type { MessageNumbers } from '../messages/message-numbers.js';
import type { Arrivals } from './arrivals.js';
import type { CommittedPositions } from './committed-positions.js';
import type { GroupCommit } from './group-commit.js';
import type { LogDescription, LogStore } from './log-store.js';
import type { SpaceGuard } from './space-guard.js';
import type { Trimmer } from './trimmer.js';

/** The parts that the publisher, the subscription and the offsets of an embedded log share. */
export interface EmbeddedLogParts {
  readonly store: LogStore;
  readonly commits: GroupCommit;
  readonly arrivals: Arrivals;
  readonly guard: SpaceGuard;
  readonly numbers: MessageNumbers;
  readonly positions: CommittedPositions;
  readonly trimmer: Trimmer;
  readonly description: LogDescription;
  readonly clock: Clock;
  readonly logger: Logger;
}

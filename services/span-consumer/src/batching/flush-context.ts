import type { Backoff, Clock, Logger } from '@spanhouse/service-runtime';
import type { DeadLetterSink } from '@spanhouse/span-log/dead-letters';
import type { SpanSubscription } from '@spanhouse/span-log/subscription';
import type { SpanWriter } from '@spanhouse/trace-store/writer';
import type { FrameRows } from './frame-rows.js';
import type { MemoryBudget } from './memory-budget.js';

/** What happens to blocks, for metrics and health. */
export interface FlushObserver {
  retried(operation: 'insert' | 'commit' | 'dead_letter', code: string): void;
  /** ClickHouse has taken or refused a block. */
  storeAnswered(): void;
  deadLettered(stage: 'decode' | 'insert', rows: number): void;
}

/** What flushing a block needs; one for all partitions, apart from `signal`. */
export interface FlushContext {
  readonly subscription: Pick<SpanSubscription, 'logId' | 'topic' | 'generation' | 'commit'>;
  readonly writer: Pick<SpanWriter, 'write' | 'writeAgain' | 'writeTombstones'>;
  readonly deadLetters: Pick<DeadLetterSink, 'put'>;
  readonly frameRows: FrameRows;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly observer: FlushObserver;
  /** Held while a block is unpacked: one at a time over all partitions. */
  readonly unpacking: MemoryBudget;
  readonly createBackoff: () => Backoff;
  /** How long failures nobody knows are repeated before the consumer stops. */
  readonly unknownErrorGraceMs: number;
  /** Aborts when the partition is lost, or the consumer gives up. */
  readonly signal: AbortSignal;
}

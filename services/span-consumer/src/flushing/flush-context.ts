import type { Backoff, Clock, Logger } from '@spanhouse/service-runtime';
import type { DeadLetterSink } from '@spanhouse/span-log/dead-letters';
import type { LostMessages, SpanSubscription } from '@spanhouse/span-log/subscription';
import type { SpanWriter } from '@spanhouse/trace-store/writer';
import type { FrameRows } from '../blocks/block-rows.js';
import type { MemoryBudget } from '../blocks/memory-budget.js';
import type { EntryCarrier } from './entry-carrier.js';

/** An operation that is retried after a failure. Used as the value of a metric label. */
type RetriedOperation = 'insert' | 'commit' | 'dead_letter' | 'lost_messages' | 'ledger';

/** Receives events about blocks, for metrics and health. */
export interface FlushObserver {
  retried(operation: RetriedOperation, code: string): void;
  /** Called when ClickHouse has accepted or refused a block. */
  storeAnswered(): void;
  deadLettered(stage: 'decode' | 'insert', rows: number): void;
  /** Called when the rows of retried dead letters are stored. */
  settled(letters: number): void;
  /** Called after messages are recorded as lost. The log dropped these messages before they were stored. */
  lostMessages(lost: LostMessages): void;
}

/**
 * Receives spans that will never be stored. Settles dead letters whose rows are stored later. Every call MAY be
 * retried.
 */
export interface UnstoredSpans extends Pick<DeadLetterSink, 'put' | 'settle'> {
  putLost(lost: LostMessages): Promise<void>;
}

/** The dependencies of a flush. All partitions share them, except `signal`. */
export interface FlushContext {
  readonly subscription: Pick<SpanSubscription, 'logId' | 'topic' | 'generation' | 'commit'>;
  readonly writer: Pick<SpanWriter, 'write' | 'writeAgain' | 'writeTombstones'>;
  readonly deadLetters: UnstoredSpans;
  readonly carrier: EntryCarrier;
  readonly frameRows: FrameRows;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly observer: FlushObserver;
  /** Held while a block is unpacked, so that only one block is unpacked at a time. */
  readonly unpacking: MemoryBudget;
  readonly createBackoff: () => Backoff;
  /** Time for which unknown failures are retried before the consumer stops. */
  readonly unknownErrorGraceMs: number;
  /** Aborts when the partition is lost or the consumer gives up. */
  readonly signal: AbortSignal;
}

import type { InMemorySpanLogOptions } from '@spanhouse/span-log/testing';
import type { SpanConsumerDependencies } from '../app.js';
import type { Fate, InsertFate } from './fates.js';

export interface ConsumerWorldOptions extends InMemorySpanLogOptions {
  readonly batching?: Partial<SpanConsumerDependencies['batching']>;
  /** The fates of the next operations in order. All later operations have the fate `ok`. */
  readonly fates?: readonly Fate[];
  /** Options for combined inserts. Blocks that arrive during an insert are combined in the next insert. */
  readonly inserts?: {
    readonly durationMs: number;
    /**
     * The fates of the next insert requests. Each request has one or more blocks. All later inserts have the fate
     * `ok`.
     */
    readonly fates: readonly InsertFate[];
  };
}

export const testBatching: SpanConsumerDependencies['batching'] = {
  BATCH_MAX_SPANS: 6,
  BATCH_MAX_BYTES: 1000,
  BATCH_MAX_AGE_MS: 500,
  BATCH_MEMORY_BYTES: 200,
  BATCH_RETRY_INITIAL_MS: 100,
  BATCH_RETRY_MAX_MS: 1000,
  BATCH_UNKNOWN_ERROR_GRACE_MS: 60_000,
  BATCH_DRAIN_TIMEOUT_MS: 5000,
};

/** Intervals that are longer than any test, so that rounds never run during a test. */
export const testUpkeep: SpanConsumerDependencies['upkeep'] = {
  REMOVAL_INTERVAL_MS: 3_600_000,
  WORD_INDEX_INTERVAL_MS: 3_600_000,
};

import { createMeter, type Registry } from '@spanhouse/service-runtime';
import type { SpanBlock } from '@spanhouse/trace-store/writer';
import type { SpanBatchBlock } from './blocks/span-batch.js';
import type { FlushResult, PipelineObserver } from './partitions/partition-pipeline.js';
import type { StoredRound } from './span-metrics/span-metrics-rounds.js';

const operations = ['insert', 'commit', 'dead_letter', 'lost_messages', 'ledger'] as const;
const outcomes = ['written', 'dead_lettered', 'lost', 'aborted', 'failed'] as const;
const MS_PER_SECOND = 1000;
const NS_PER_SECOND = 1e9;
const NS_PER_MS = 1e6;

/**
 * Counts every span that passes through the consumer: *received = written + dead-lettered + discarded + pending*.
 * Discarded spans are still in the log, and the next owner of their partition receives them again. `onVisible`
 * receives, for each stored block, the milliseconds from its arrival until it was visible.
 */
export function createConsumerMetrics(
  registry: Registry,
  readings: ConsumerReadings,
  onVisible: (ms: number) => void,
) {
  const spans = createSpanCounters(registry);
  const flushes = createFlushMetrics(registry);
  const lostMessages = createMeter(registry).counter(
    'spanhouse_consumer_lost_messages_total',
    'Messages that the log dropped before they were stored; the receipts of their spans report lost',
  );
  createLagMetrics(registry, readings);

  // Only committed blocks of spans are subtracted from `pending` here. Lost and failed blocks are subtracted later,
  // when they are discarded.
  const countStored = (block: SpanBatchBlock, { outcome, deadLetteredRows }: FlushResult) => {
    if (outcome !== 'written' && outcome !== 'dead_lettered') {
      return;
    }
    spans.pending.dec(block.rowCount);
    spans.written.inc(block.rowCount - deadLetteredRows);
    spans.deadLettered.inc(deadLetteredRows);
    const receivedAt = block.messages[0]?.headers.receivedAt ?? readings.nowNs();
    const ageNs = Math.max(0, Number(readings.nowNs() - receivedAt));
    flushes.timeToVisible.observe(ageNs / NS_PER_SECOND);
    onVisible(ageNs / NS_PER_MS);
  };

  const observer: PipelineObserver = {
    received(rows) {
      spans.received.inc(rows);
      spans.pending.inc(rows);
    },
    discarded(rows) {
      spans.discarded.inc(rows);
      spans.pending.dec(rows);
    },
    flushed(block, result) {
      const { outcome, durationMs } = result;
      flushes.duration.observe({ outcome }, durationMs / MS_PER_SECOND);
      if (block.isDeletes && outcome === 'written') {
        flushes.deletes.inc(block.messages.length);
      }
      if (block.isDeletes || block.isForeign) {
        return; // the messages contain no spans, and the counters above exclude them
      }
      flushes.blockSpans.observe(block.rowCount);
      flushes.blockBytes.observe(block.uncompressedBytes);
      countStored(block, result);
    },
    repeated: (outcome) => flushes.replays.inc({ outcome }),
    retried: (operation, code) => flushes.retries.inc({ operation, class: toRetryClass(code) }),
    lostMessages: ({ first, end }) => lostMessages.inc(end - first),
    deadLettered: (stage) => flushes.deadLetters.inc({ stage }),
    settled: (letters) => flushes.settled.inc(letters),
    storeAnswered: () => undefined, // only the health endpoint uses this event
  };
  return observer;
}

/** Creates the five counters that account for every span. */
function createSpanCounters(registry: Registry) {
  const { counter, gauge } = createMeter(registry);
  return {
    received: counter(
      'spanhouse_consumer_spans_received_total',
      'Spans that were read from the log',
    ),
    written: counter(
      'spanhouse_consumer_spans_written_total',
      'Spans that were stored in ClickHouse and committed',
    ),
    deadLettered: counter(
      'spanhouse_consumer_spans_dead_lettered_total',
      'Spans that can never be stored, and that were written to the dead letters and committed',
    ),
    discarded: counter(
      'spanhouse_consumer_spans_discarded_total',
      'Spans that were dropped from memory because their partition moved to another consumer; they are still in the log',
    ),
    pending: gauge(
      'spanhouse_consumer_spans_pending',
      'Spans that were read from the log and are not committed yet',
    ),
  };
}

const spansOfBlock = [10, 100, 1000, 2500, 5000, 10_000, 20_000, 50_000, 100_000];

/** Creates the metrics for flushes of blocks: duration, size, replays, retries and dead letters. */
function createFlushMetrics(registry: Registry) {
  const { counter, histogram } = createMeter(registry);
  return {
    duration: histogram(
      'spanhouse_consumer_flush_duration_seconds',
      'Time from the end of a block to its commit, including retries',
      {
        buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
        labels: { outcome: outcomes },
      },
    ),
    deadLetters: counter(
      'spanhouse_consumer_dead_letters_total',
      'Dead letters that were written: single spans that ClickHouse refused, or unreadable messages',
      { stage: ['decode', 'insert'] },
    ),
    settled: counter(
      'spanhouse_consumer_dead_letters_settled_total',
      'Dead letters that were sent again and are now stored',
    ),
    replays: counter(
      'spanhouse_consumer_replays_total',
      'Recorded blocks that were found at an assignment; changed = the log no longer contains their bytes',
      { outcome: ['same', 'changed'] },
    ),
    deletes: counter(
      'spanhouse_consumer_deletes_total',
      'Deletes of traces that were read from the log and applied',
    ),
    retries: counter(
      'spanhouse_consumer_retries_total',
      'Failed attempts that were retried, by operation and class of error',
      { operation: operations, class: retryClasses },
    ),
    timeToVisible: histogram(
      'spanhouse_consumer_time_to_visible_seconds',
      'Time from the arrival of the oldest span of a block at the gateway to the commit of the block',
      { buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60, 120, 300, 900, 3600] },
    ),
    blockSpans: histogram('spanhouse_consumer_block_spans', 'Spans per block', {
      buckets: spansOfBlock,
    }),
    blockBytes: histogram('spanhouse_consumer_block_bytes', 'Uncompressed bytes per block', {
      buckets: [1e4, 1e5, 1e6, 4e6, 8e6, 1.6e7, 3.2e7, 6.4e7, 1.28e8],
    }),
  };
}

/**
 * Creates an observer that measures the number of spans in each insert. Inserts of parts of refused blocks are
 * excluded.
 */
export function createInsertObserver(registry: Registry): (blocks: readonly SpanBlock[]) => void {
  const spans = createMeter(registry).histogram(
    'spanhouse_consumer_insert_spans',
    'Spans per insert; waiting blocks of several partitions are inserted together',
    { buckets: spansOfBlock },
  );
  return (blocks) => {
    const rows = blocks.map(({ rowsAtOffset }) => rowsAtOffset);
    if (rows.every((count) => count !== undefined)) {
      spans.observe(rows.reduce((sum, count) => sum + count, 0));
    }
  };
}

/** Creates the observer for the rounds in which spans are counted for `/span-metrics`. */
export function createRoundObserver(registry: Registry): (round: StoredRound) => void {
  const { counter } = createMeter(registry);
  const spans = counter(
    'spanhouse_consumer_span_metrics_spans_total',
    'Stored spans that this consumer has read for /span-metrics',
  );
  const overflowed = counter(
    'spanhouse_consumer_span_metrics_overflowed_total',
    'Sums that were added to __cardinality_overflow__ because a project reached SPAN_METRICS_MAX_SERIES label sets',
  );
  return (round) => {
    spans.inc(round.spans);
    overflowed.inc(round.overflowed);
  };
}

/** Creates a function that counts the deletes whose rows this consumer has removed. */
export function createRemovalCounter(registry: Registry): (deletes: number) => void {
  const removed = createMeter(registry).counter(
    'spanhouse_consumer_deletes_removed_total',
    'Deletes of traces whose rows this consumer has removed',
  );
  return (deletes) => removed.inc(deletes);
}

/** Functions that return the current values of the gauges. */
interface ConsumerReadings {
  readonly lagRecords: () => Promise<ReadonlyMap<number, number>>;
  readonly lagSeconds: () => ReadonlyMap<number, number>;
  readonly heldBytes: () => number;
  readonly memoryLimitBytes: number;
  /** Returns the current time in nanoseconds since the Unix epoch. */
  readonly nowNs: () => bigint;
}

/** Creates the gauges for lag and memory. Their values are read at each scrape. */
function createLagMetrics(registry: Registry, readings: ConsumerReadings): void {
  const meter = createMeter(registry);
  meter.readings(
    'spanhouse_consumer_lag_records',
    'Messages between the committed offset and the end of each owned partition',
    { label: 'partition', read: () => readings.lagRecords().catch(() => undefined) },
  );
  meter.readings(
    'spanhouse_consumer_lag_seconds',
    'Age of the oldest span that was read from the log and is not committed yet',
    { label: 'partition', read: readings.lagSeconds },
  );
  meter.reading(
    'spanhouse_consumer_memory_held_bytes',
    'Compressed bytes of open and flushing blocks',
    readings.heldBytes,
  );
  meter
    .gauge(
      'spanhouse_consumer_memory_limit_bytes',
      'BATCH_MEMORY_BYTES; above it, no more messages are read from the log',
    )
    .set(readings.memoryLimitBytes);
}

/** Classes of the error codes that cause retries. Classes are used because a metric label should have few values. */
const retryClasses = ['unreachable', 'timed_out', 'overloaded', 'other'] as const;
type RetryClass = (typeof retryClasses)[number];

/** Error codes by class. All other codes belong to the class `other`. */
const codes: Readonly<Record<Exclude<RetryClass, 'other'>, readonly string[]>> = {
  unreachable: [
    'LOG_UNAVAILABLE',
    'CLICKHOUSE_UNAVAILABLE',
    'PROXY',
    'NETWORK_ERROR',
    'DNS_ERROR',
    'ALL_CONNECTION_TRIES_FAILED',
    'NO_ZOOKEEPER',
    'KEEPER_EXCEPTION',
    'TABLE_IS_READ_ONLY',
  ],
  timed_out: ['TIMEOUT_EXCEEDED', 'REQUEST_TIMEOUT', 'SOCKET_TIMEOUT', 'ETIMEDOUT', 'TOO_SLOW'],
  overloaded: [
    'TOO_MANY_PARTS',
    'TOO_MANY_SIMULTANEOUS_QUERIES',
    'MEMORY_LIMIT_EXCEEDED',
    'NOT_ENOUGH_SPACE',
    'CANNOT_ALLOCATE_MEMORY',
    'QUOTA_EXCEEDED',
    'NO_FREE_CONNECTION',
    'CANNOT_SCHEDULE_TASK',
  ],
};

const classByCode = new Map<string, RetryClass>(
  (['unreachable', 'timed_out', 'overloaded'] as const).flatMap((name) =>
    codes[name].map((code) => [code, name] as const),
  ),
);
/** Matches Node's codes for network errors. */
const systemError = /^E[A-Z]+$/;

/** Returns the class of an error code from ClickHouse, Node or Spanhouse. */
function toRetryClass(code: string): RetryClass {
  return classByCode.get(code) ?? (systemError.test(code) ? 'unreachable' : 'other');
}

import type { SpanBlock } from '@spanhouse/trace-store/writer';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { SpanBatchBlock } from './blocks/span-batch.js';
import { type ConsumerReadings, createLagMetrics } from './lag-metrics.js';
import type { FlushResult, PipelineObserver } from './partitions/partition-pipeline.js';
import { retryClasses, toRetryClass } from './retry-class.js';
import type { StoredRound } from './span-metrics/span-metrics-rounds.js';

// Labels are closed sets. Each value starts at 0, so that rates are correct from the first event.
const operations = ['insert', 'commit', 'dead_letter', 'lost_messages', 'ledger'] as const;
const outcomes = ['written', 'dead_lettered', 'lost', 'aborted', 'failed'] as const;
const MS_PER_SECOND = 1000;
const NS_PER_SECOND = 1e9;
const NS_PER_MS = 1e6;

/**
 * Counts every span that passes through the consumer: *received = written + dead-lettered + discarded + pending*.
 * Discarded spans are still in the log, and the next owner of their partition receives them again. `onVisible` receives
 * the time that each stored block took to become visible.
 */
export function createConsumerMetrics(
  registry: Registry,
  readings: ConsumerReadings,
  onVisible: (ms: number) => void,
) {
  const spans = createSpanCounters(registry);
  const flushes = createFlushMetrics(registry);
  const lostMessages = new Counter({
    name: 'spanhouse_consumer_lost_messages_total',
    help: 'Messages that the log dropped before they were stored; the receipts of their spans report lost',
    registers: [registry],
  });
  createLagMetrics(registry, readings);

  // Only committed blocks of spans leave `pending` here; lost and failed blocks are discarded later.
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
        return; // these are not spans and stay out of the account above
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
    storeAnswered: () => undefined, // only the health uses it
  };
  return observer;
}

/** Creates the five counters of the account of spans. */
function createSpanCounters(registry: Registry) {
  const registers = [registry];
  return {
    received: new Counter({
      name: 'spanhouse_consumer_spans_received_total',
      help: 'Spans that were read from the log',
      registers,
    }),
    written: new Counter({
      name: 'spanhouse_consumer_spans_written_total',
      help: 'Spans that were stored in ClickHouse and committed',
      registers,
    }),
    deadLettered: new Counter({
      name: 'spanhouse_consumer_spans_dead_lettered_total',
      help: 'Spans that can never be stored, and that were written to the dead letters and committed',
      registers,
    }),
    discarded: new Counter({
      name: 'spanhouse_consumer_spans_discarded_total',
      help: 'Spans that were dropped from memory because their partition moved to another consumer; they are still in the log',
      registers,
    }),
    pending: new Gauge({
      name: 'spanhouse_consumer_spans_pending',
      help: 'Spans that were read from the log and are not committed yet',
      registers,
    }),
  };
}

/** Creates the metrics of blocks: duration, size, replays, retries and dead letters. */
function createFlushMetrics(registry: Registry) {
  const registers = [registry];
  const duration = new Histogram({
    name: 'spanhouse_consumer_flush_duration_seconds',
    help: 'Time from the end of a block to its commit, including retries',
    labelNames: ['outcome'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  });
  for (const outcome of outcomes) {
    duration.zero({ outcome });
  }
  const replays = new Counter({
    name: 'spanhouse_consumer_replays_total',
    help: 'Recorded blocks that were found at an assignment; changed = the log no longer contains their bytes',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['same', 'changed']) {
    replays.inc({ outcome }, 0);
  }
  return {
    duration,
    ...createLetterCounters(registry),
    replays,
    deletes: new Counter({
      name: 'spanhouse_consumer_deletes_total',
      help: 'Deletes of traces that were read from the log and applied',
      registers,
    }),
    retries: createRetryCounter(registry),
    timeToVisible: new Histogram({
      name: 'spanhouse_consumer_time_to_visible_seconds',
      help: 'Time from the arrival of the oldest span of a block at the gateway to the commit of the block',
      buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60, 120, 300, 900, 3600],
      registers,
    }),
    blockSpans: new Histogram({
      name: 'spanhouse_consumer_block_spans',
      help: 'Spans per block',
      buckets: [10, 100, 1000, 2500, 5000, 10_000, 20_000, 50_000, 100_000],
      registers,
    }),
    blockBytes: new Histogram({
      name: 'spanhouse_consumer_block_bytes',
      help: 'Uncompressed bytes per block',
      buckets: [1e4, 1e5, 1e6, 4e6, 8e6, 1.6e7, 3.2e7, 6.4e7, 1.28e8],
      registers,
    }),
  };
}

/** Creates the counters of dead letters and of settled ones. */
function createLetterCounters(registry: Registry) {
  const registers = [registry];
  const deadLetters = new Counter({
    name: 'spanhouse_consumer_dead_letters_total',
    help: 'Dead letters that were written: single spans that ClickHouse refused, or unreadable messages',
    labelNames: ['stage'],
    registers,
  });
  for (const stage of ['decode', 'insert']) {
    deadLetters.inc({ stage }, 0);
  }
  const settled = new Counter({
    name: 'spanhouse_consumer_dead_letters_settled_total',
    help: 'Dead letters that were sent again and are now stored',
    registers,
  });
  return { deadLetters, settled };
}

/** Creates the counter of failed attempts. Codes become classes, which keeps the label closed. */
function createRetryCounter(registry: Registry) {
  const retries = new Counter({
    name: 'spanhouse_consumer_retries_total',
    help: 'Failed attempts that were retried, by operation and class of error',
    labelNames: ['operation', 'class'],
    registers: [registry],
  });
  for (const operation of operations) {
    for (const name of retryClasses) {
      retries.inc({ operation, class: name }, 0);
    }
  }
  return retries;
}

/** Measures the number of spans in one insert, without parts of refused blocks. */
export function createInsertObserver(registry: Registry): (blocks: readonly SpanBlock[]) => void {
  const spans = new Histogram({
    name: 'spanhouse_consumer_insert_spans',
    help: 'Spans per insert; waiting blocks of several partitions are inserted together',
    buckets: [10, 100, 1000, 2500, 5000, 10_000, 20_000, 50_000, 100_000],
    registers: [registry],
  });
  return (blocks) => {
    const rows = blocks.map(({ rowsAtOffset }) => rowsAtOffset);
    if (rows.every((count) => count !== undefined)) {
      spans.observe(rows.reduce((sum, count) => sum + count, 0));
    }
  };
}

/** Creates the observer of the rounds that count spans for their metrics. */
export function createRoundObserver(registry: Registry): (round: StoredRound) => void {
  const registers = [registry];
  const spans = new Counter({
    name: 'spanhouse_consumer_span_metrics_spans_total',
    help: 'Stored spans that this consumer has read for /span-metrics',
    registers,
  });
  const overflowed = new Counter({
    name: 'spanhouse_consumer_span_metrics_overflowed_total',
    help: 'Sums that were added to __cardinality_overflow__ because a project reached SPAN_METRICS_MAX_SERIES label sets',
    registers,
  });
  return (round) => {
    spans.inc(round.spans);
    overflowed.inc(round.overflowed);
  };
}

/** Counts the deletions whose rows this consumer has removed. */
export function createRemovalCounter(registry: Registry): Counter {
  return new Counter({
    name: 'spanhouse_consumer_deletes_removed_total',
    help: 'Deletes of traces whose rows this consumer has removed',
    registers: [registry],
  });
}

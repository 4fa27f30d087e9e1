import type { Backoff, Clock, Config, Health, SelfTracer } from '@spanhouse/service-runtime';
import { createBackoff, reachDependency } from '@spanhouse/service-runtime';
import type { DeadLetterSink } from '@spanhouse/span-log/dead-letters';
import type { SpanSubscription } from '@spanhouse/span-log/subscription';
import type {
  DeadLetterIndex,
  MessageLedger,
  SpanWriter,
  StoreState,
  VisibleTimes,
} from '@spanhouse/trace-store/writer';
import type { FrameRows } from './blocks/block-rows.js';
import { MemoryBudget } from './blocks/memory-budget.js';
import type { batchingConfigFields } from './config.js';
import { EntryCarrier } from './flushing/entry-carrier.js';
import { indexDeadLetters } from './flushing/index-dead-letters.js';
import { enterUnreadEnds } from './ledger/enter-unread-ends.js';
import { createConsumerMetrics, createInsertObserver } from './metrics.js';
import { AssignedPartitions } from './partitions/assigned-partitions.js';
import type { PipelineObserver } from './partitions/partition-pipeline.js';
import { registerStoreMetrics } from './store-metrics.js';
import { createTraceFlush } from './trace-flush.js';
import { createUpkeep, type UpkeepDependencies } from './upkeep/create-upkeep.js';
import { VisibleTimeReport } from './visible-time-report.js';
import { zstdFrameRows } from './zstd-frame-rows.js';

export { openConsumerStores } from './open-stores.js';

/** The dependencies of a consumer. The caller closes all of them except `subscription`. */
export interface SpanConsumerDependencies extends UpkeepDependencies {
  /**
   * The consumer's membership in the group. The consumer owns and closes it, because leaving the group is part of a
   * shutdown.
   */
  readonly subscription: SpanSubscription;
  readonly writer: SpanWriter;
  readonly storeState: Pick<StoreState, 'read'>;
  readonly visibleTimes: Pick<VisibleTimes, 'record'>;
  readonly deadLetters: DeadLetterSink;
  readonly deadLetterIndex: Pick<DeadLetterIndex, 'record' | 'recordLost'>;
  readonly ledger: Pick<MessageLedger, 'enter'>;
  readonly batching: Config<typeof batchingConfigFields>;
  /** Receives the state of the dependencies `clickhouse` and `span_log`, and warnings about lost messages. */
  readonly health: Pick<Health, 'reached' | 'lost' | 'warn'>;
  /** Tracer for flushes; without it, flushes are not traced. */
  readonly tracer?: SelfTracer | undefined;
  /** Splits and joins frames. The default handles zstd frames of RowBinary rows. */
  readonly frameRows?: FrameRows;
}

/**
 * Moves spans from the log into ClickHouse. Every span in the log is stored or dead-lettered once. An offset is
 * committed only after all spans before it are stored or dead-lettered, so the process may be killed at any time.
 */
export interface SpanConsumer {
  /** Waits for ClickHouse and the log without a time limit, then starts the delivery. Rejects on a fault. */
  start(): Promise<void>;
  /** Rejects when the consumer cannot continue; never resolves. No span is lost, but the process must end. */
  readonly failed: Promise<never>;
  /** Accepts no more messages and stores the open blocks, for at most BATCH_DRAIN_TIMEOUT_MS. */
  drain(): Promise<void>;
  /** Drains, leaves the group, and writes an end entry to the ledger for each partition with unstored messages. */
  close(): Promise<void>;
}

/** Creates a consumer that does nothing until `start`. */
export function createSpanConsumer(dependencies: SpanConsumerDependencies): SpanConsumer {
  const { subscription, writer, clock, logger, registry, batching, health } = dependencies;
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  failed.catch(() => undefined); // a caller may ignore the rejection
  subscription.failed.catch(fail);
  const closing = new AbortController();
  const visibleTimes = new VisibleTimeReport(dependencies);
  const onVisible = (ms: number) => visibleTimes.add(ms);
  const partitions = createPartitions(dependencies, { onFailure: fail, onVisible });
  const isInCharge = () => partitions.owns(PARTITION_IN_CHARGE);
  const keepUp = createUpkeep(dependencies, isInCharge);
  const observeInsert = createInsertObserver(registry);
  registerStoreMetrics(registry, {
    state: dependencies.storeState,
    isInCharge,
    clock,
  });
  let upkeep: Promise<unknown> = Promise.resolve();

  const drain = async () => {
    closing.abort();
    const timer = clock.setTimer(batching.BATCH_DRAIN_TIMEOUT_MS, () => {
      logger.warn('drain timed out, unstored spans stay in the log');
      void partitions.discard(); // drain waits for the same pipelines
    });
    await partitions.drain();
    timer.cancel();
  };

  const enterEnds = async () => {
    const { ledger, ledgerCheck } = dependencies;
    if (ledgerCheck !== undefined) {
      await enterUnreadEnds({ offsets: ledgerCheck.offsets, ledger, clock, logger });
    }
  };

  return {
    failed,
    async start() {
      if (!(await isStoreReached(dependencies, closing.signal))) {
        return;
      }
      writer.onInsert(observeInsert);
      await subscription.start(partitions);
      health.reached('span_log');
      upkeep = keepUp(closing.signal);
    },
    drain,
    async close() {
      await drain();
      await subscription.close();
      await enterEnds();
      visibleTimes.close();
      await partitions.discard();
      await upkeep;
    },
  };
}

/** A partition that every log has. Its owner does the work that only one consumer of the group may do. */
const PARTITION_IN_CHARGE = 0;

interface PartitionListeners {
  readonly onFailure: (error: unknown) => void;
  /** Receives, for each stored block, the milliseconds from its arrival until it was visible. */
  readonly onVisible: (ms: number) => void;
}

/** Creates the listener for the subscription. All of its pipelines share one memory budget and one set of metrics. */
function createPartitions(
  dependencies: SpanConsumerDependencies,
  { onFailure, onVisible }: PartitionListeners,
): AssignedPartitions {
  const { subscription, writer, clock, logger, batching, ledger } = dependencies;
  const { deadLetters: sink, deadLetterIndex: index } = dependencies;
  const { maxMetadataBytes } = subscription;
  const budget = new MemoryBudget(batching.BATCH_MEMORY_BYTES);
  const readings = {
    lagRecords: () => subscription.lag(),
    lagSeconds: () => agesInSeconds(partitions.oldestReceivedAt(), clock),
    heldBytes: () => budget.heldBytes,
    memoryLimitBytes: budget.limitBytes,
    nowNs: () => clock.nowNs(),
  };
  const metrics = createConsumerMetrics(dependencies.registry, readings, onVisible);
  const observer = observeWith(metrics, dependencies.health);
  const onRetry = (code: string) => observer.retried('ledger', code);
  const partitions = new AssignedPartitions({
    subscription,
    writer,
    clock,
    logger,
    budget,
    onFailure,
    observer,
    deadLetters: indexDeadLetters({ sink, index, logId: subscription.logId }),
    carrier: new EntryCarrier({ ledger, clock, logger, maxMetadataBytes, onRetry }),
    frameRows: dependencies.frameRows ?? zstdFrameRows,
    limits: {
      maxRows: batching.BATCH_MAX_SPANS,
      maxBytes: batching.BATCH_MAX_BYTES,
      maxAgeMs: batching.BATCH_MAX_AGE_MS,
    },
    unpacking: new MemoryBudget(1), // one block is unpacked at a time
    traceFlush: createTraceFlush(dependencies.tracer),
    createBackoff: () => createRetryBackoff(batching),
    unknownErrorGraceMs: batching.BATCH_UNKNOWN_ERROR_GRACE_MS,
  });
  return partitions;
}

/** Passes events to the metrics, and reports to the health endpoint when ClickHouse responds or fails. */
function observeWith(
  metrics: PipelineObserver,
  health: SpanConsumerDependencies['health'],
): PipelineObserver {
  /** Offset after the last counted loss, by partition. */
  const countedEnds = new Map<number, number>();
  let lostSoFar = 0;
  return {
    ...metrics,
    lostMessages({ partition, first, end }) {
      // Each assignment reports the same loss again until the offset after the lost messages is committed.
      const firstUncounted = Math.max(first, countedEnds.get(partition) ?? 0);
      if (firstUncounted >= end) {
        return;
      }
      countedEnds.set(partition, end);
      metrics.lostMessages({ partition, first: firstUncounted, end });
      lostSoFar += end - firstUncounted;
      const last = `last in partition ${partition}, offsets ${first} to ${end - 1}`;
      health.warn(
        'lost_messages',
        `the log dropped ${lostSoFar} messages before they were stored, ${last}`,
      );
    },
    storeAnswered() {
      metrics.storeAnswered();
      health.reached('clickhouse');
    },
    retried(operation, code) {
      metrics.retried(operation, code);
      if (operation === 'insert') {
        health.lost('clickhouse', code);
      }
    },
  };
}

function createRetryBackoff(batching: SpanConsumerDependencies['batching']): Backoff {
  const { BATCH_RETRY_INITIAL_MS: initialMs, BATCH_RETRY_MAX_MS: maxMs } = batching;
  return createBackoff({ initialMs, maxMs });
}

/** Waits for the first successful connection to ClickHouse. No message is read from the log before that. */
async function isStoreReached(
  { writer, health, clock, logger }: SpanConsumerDependencies,
  signal: AbortSignal,
): Promise<boolean> {
  const check = async () => {
    await writer.check();
    return true;
  };
  const isReached = await reachDependency('clickhouse', check, { health, clock, logger, signal });
  return isReached ?? false;
}

/** Converts receive times to ages, for `spanhouse_consumer_lag_seconds`. */
function agesInSeconds(
  receivedAt: ReadonlyMap<number, bigint>,
  clock: Clock,
): ReadonlyMap<number, number> {
  const now = clock.nowNs();
  const ages = [...receivedAt].map(
    ([partition, at]) => [partition, Number(now - at) / 1e9] as const,
  );
  return new Map(ages);
}

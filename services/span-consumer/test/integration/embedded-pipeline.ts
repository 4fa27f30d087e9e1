import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock as clock } from '@spanhouse/service-runtime';
import {
  createSilentLogger,
  openCuttableProxy,
  timeLimits,
} from '@spanhouse/service-runtime/testing';
import { openEmbeddedSpanLog } from '@spanhouse/span-log/embedded';
import type { SpanRecord } from '@spanhouse/span-log/publisher';
import { ROW_SCHEMA_VERSION } from '@spanhouse/span-row';
import { createDeadLetterCounter } from '@spanhouse/trace-store/reader';
import {
  aContext,
  aSpan,
  createTestDatabase,
  encodeRows,
  projectId,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import {
  createDeadLetterIndex,
  createMessageLedger,
  createSpanWriter,
  createStoreState,
  createTombstoneRemover,
  createVisibleTimes,
  createWordIndexer,
} from '@spanhouse/trace-store/writer';
import { Registry } from 'prom-client';
import { createSpanConsumer, type SpanConsumerDependencies } from '../../src/app.js';

export const testBatching: SpanConsumerDependencies['batching'] = {
  BATCH_MAX_SPANS: 10_000,
  BATCH_MAX_BYTES: 8 * 1024 * 1024,
  BATCH_MAX_AGE_MS: 50,
  BATCH_MEMORY_BYTES: 8 * 1024 * 1024,
  BATCH_RETRY_INITIAL_MS: 10,
  BATCH_RETRY_MAX_MS: 100,
  BATCH_UNKNOWN_ERROR_GRACE_MS: 60_000,
  BATCH_DRAIN_TIMEOUT_MS: 5000,
};

/** Intervals that are longer than any test, so that rounds never run during a pipeline test. */
export const testUpkeep: SpanConsumerDependencies['upkeep'] = {
  REMOVAL_INTERVAL_MS: 3_600_000,
  WORD_INDEX_INTERVAL_MS: 3_600_000,
};

export const poison = '0'.repeat(32);

export function traceId(index: number): string {
  return (index + 1).toString(16).padStart(32, '0');
}

/** Builds one message with a span for each trace. ClickHouse refuses the trace id that consists of zeros. */
export function recordOf(partition: number, traceIds: readonly string[]): SpanRecord {
  const context = aContext();
  return {
    partition,
    rows: encodeRows(traceIds.map((trace_id) => ({ span: aSpan({ trace_id }), context }))),
    spanCount: traceIds.length,
    rowSchemaVersion: ROW_SCHEMA_VERSION,
    projectId: projectId,
    requestId: 'request-1',
    receivedAt: context.received_at,
  };
}

/** Opens the interfaces that a consumer needs to write to a database. */
export function openStore(config: TestDatabase['config']) {
  const options = { logger: createSilentLogger() };
  const store = {
    writer: createSpanWriter(config, options),
    deadLetterIndex: createDeadLetterIndex(config, options),
    ledger: createMessageLedger(config, options),
    remover: createTombstoneRemover(config, options),
    wordIndexer: createWordIndexer(config, options),
    storeState: createStoreState(config, options),
    visibleTimes: createVisibleTimes(config, options),
  };
  const close = async () => {
    await Promise.all(Object.values(store).map((part) => part.close()));
  };
  return { store, close };
}

/**
 * Starts a consumer between the embedded log and a real ClickHouse. Tests can interrupt the proxy between the consumer
 * and ClickHouse.
 */
export async function openPipeline(clickhouseUrl: string) {
  const database = await createTestDatabase(clickhouseUrl);
  const proxy = await openCuttableProxy(clickhouseUrl);
  const path = await mkdtemp(join(tmpdir(), 'span-consumer-'));
  const logger = createSilentLogger();
  const log = await openEmbeddedSpanLog({
    path,
    partitions: 2,
    maxBytes: 64 * 1024 * 1024,
    minFreeBytes: 0,
    maxInFlightBytes: 8 * 1024 * 1024,
    deadLetters: { maxBytes: 2 ** 20, maxAgeMs: 86_400_000 },
    generationForNewLog: () => Promise.resolve(1),
    clock,
    logger,
  });
  const behindProxy = { ...database.config, CLICKHOUSE_URL: proxy.url };
  const { store, close: closeStore } = openStore(behindProxy);
  const deadLetterCounter = createDeadLetterCounter(database.config, { logger, clock });
  const lost = new Set<() => void>();
  const consumer = createSpanConsumer({
    subscription: log.subscription,
    deadLetters: log.deadLetters,
    ...store,
    clock,
    logger,
    batching: testBatching,
    upkeep: testUpkeep,
    registry: new Registry(),
    health: {
      reached: () => undefined,
      warn: () => undefined,
      lost: () => {
        for (const notify of lost) {
          notify();
        }
      },
    },
  });
  await consumer.start();

  return {
    log,
    proxy,
    consumer,
    /** Resolves at the next failure of an insert. */
    storeLost: () => new Promise<void>((resolve) => lost.add(resolve)),
    /** Publishes records. Resolves with the offset after the last message of each partition. */
    async publish(records: readonly SpanRecord[]): Promise<ReadonlyMap<number, number>> {
      const outcome = await log.publisher.publish(records);
      if (outcome.status !== 'published') {
        throw new Error(`not published: ${outcome.reason}`);
      }
      return new Map(outcome.positions.map(({ partition, offset }) => [partition, offset + 1]));
    },
    isVisible: (watermark: ReadonlyMap<number, number>) =>
      log.offsets.waitFor(watermark, {
        timeoutMs: timeLimits.effect,
        signal: AbortSignal.timeout(timeLimits.effect),
      }),
    /** Returns the dead letters of one message, which are read in the same way as for a receipt. */
    deadRows: (position: { partition: number; offset: number }) =>
      deadLetterCounter.countRows(
        { logId: log.publisher.logId, positions: [position] },
        AbortSignal.timeout(timeLimits.effect),
      ),
    select: database.select,
    async storedTraceIds(): Promise<readonly string[]> {
      const rows = await database.select<{ id: string }>(
        'SELECT lower(hex(trace_id)) AS id FROM spans ORDER BY id',
      );
      return rows.map(({ id }) => id);
    },
    async close(): Promise<void> {
      await consumer.close();
      await log.close();
      await closeStore();
      await deadLetterCounter.close();
      await proxy.close();
      await database.drop();
      await rm(path, { recursive: true });
    },
  };
}

export type Pipeline = Awaited<ReturnType<typeof openPipeline>>;

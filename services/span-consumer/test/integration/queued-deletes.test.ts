import { systemClock as clock } from '@spanhouse/service-runtime';
import { createSilentLogger, describeWithBackend } from '@spanhouse/service-runtime/testing';
import type { LogRecord } from '@spanhouse/span-log/publisher';
import { deleteTraceRecord } from '@spanhouse/span-log/testing';
import { createTraceReader } from '@spanhouse/trace-store/reader';
import { projectId } from '@spanhouse/trace-store/testing';
import { createTombstoneRemover } from '@spanhouse/trace-store/writer';
import { recordOf, traceId } from './embedded-pipeline.js';
import { type KafkaPipeline, openKafkaPipeline } from './kafka-pipeline.js';

const logger = createSilentLogger();
const signal = new AbortController().signal;

function deletion(trace: number): LogRecord {
  return deleteTraceRecord({ partition: 1, projectId: projectId, deletedTraceId: traceId(trace) });
}

function rows(...traces: readonly number[]): LogRecord {
  return recordOf(1, traces.map(traceId));
}

describeWithBackend('deletions of queued traces', 'KAFKA_BROKERS', (brokers) =>
  describeWithBackend('on ClickHouse', 'CLICKHOUSE_URL', (url) => {
    let pipeline: KafkaPipeline;

    beforeEach(async () => {
      pipeline = await openKafkaPipeline(brokers, url);
    });
    afterEach(() => pipeline.close());

    /** Publishes records in order. Resolves with the offset after the last record. */
    const publish = async (records: readonly LogRecord[]) => {
      const outcome = await pipeline.publisher.publish(records);
      if (outcome.status !== 'published') {
        throw new Error(outcome.reason);
      }
      return new Map(outcome.positions.map(({ partition, offset }) => [partition, offset + 1]));
    };
    const visible = async (...traces: readonly number[]) => {
      const reader = createTraceReader(pipeline.database.config, { logger, clock });
      const trace_ids = traces.map(traceId);
      const spans = await reader.findSpans(
        { project_id: projectId, trace_ids, span_ids: undefined },
        signal,
      );
      await reader.close();
      return spans.map(({ trace_id }) => Number.parseInt(trace_id, 16) - 1);
    };
    const storedRows = async () => {
      const [row] = await pipeline.database.select<{ n: string }>('SELECT count() AS n FROM spans');
      return Number(row?.n);
    };

    it('hide spans that were queued before them, but not later spans', async () => {
      const end = await publish([
        rows(1, 2),
        rows(3),
        deletion(1),
        deletion(3),
        rows(1, 4),
        deletion(4),
        rows(5),
      ]);

      const consumer = await pipeline.startConsumer();

      expect(await pipeline.isVisible(end)).toBe(true);
      expect((await visible(1, 2, 3, 4, 5)).toSorted()).toEqual([1, 2, 5]);
      await consumer.close();
    });

    it('stay in effect while consumers change, and after their rows are removed', async () => {
      const first = await pipeline.startConsumer();
      await pipeline.isVisible(await publish([rows(1, 2)]));
      const leaving = first.close();
      const end = await publish([deletion(1), rows(1), deletion(1), rows(3)]);
      await leaving;
      const second = await pipeline.startConsumer();

      expect(await pipeline.isVisible(end)).toBe(true);
      const before = await visible(1, 2, 3);
      const remover = createTombstoneRemover(pipeline.database.config, { logger });
      const removed = await remover.removeBatch(10, signal);
      await remover.close();
      await second.close();

      expect(before).toEqual([2, 3]);
      expect(removed).toEqual({ status: 'removed', deletes: 2 });
      expect([await visible(1, 2, 3), await storedRows()]).toEqual([[2, 3], 2]);
    });
  }),
);

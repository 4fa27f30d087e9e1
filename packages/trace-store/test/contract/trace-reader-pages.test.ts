import { randomUUID } from 'node:crypto';
import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import {
  createTraceReader,
  type SpanSelection,
  type TraceReader,
} from '@spanhouse/trace-store/reader';
import {
  createTestDatabase,
  describeOnClickHouse,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import { createSpanWriter, type SpanWriter } from '@spanhouse/trace-store/writer';
import fc from 'fast-check';
import { anyHistory, anySelection, type History, toBlocks, toTombstones } from './any-history.js';
import { modelSpans, modelTraces } from './list-model.js';

const signal = new AbortController().signal;

describeOnClickHouse('TraceReader pages', (url, runs) => {
  /** On a slow machine fewer cases, not a failure. */
  const bounded = { numRuns: runs(15), interruptAfterTimeLimit: 40_000 };
  let database: TestDatabase;
  let writer: SpanWriter;
  let reader: TraceReader;

  beforeAll(async () => {
    database = await createTestDatabase(url);
    const logger = createSilentLogger();
    writer = createSpanWriter(database.config, { logger });
    reader = createTraceReader(database.config, { logger, clock: systemClock });
  });
  afterAll(async () => {
    await writer.close();
    await reader.close();
    await database.drop();
  });

  const store = async (history: History, projectId: string, isMerged: boolean) => {
    for (const block of toBlocks(history, projectId)) {
      expect(await writer.write(block, signal)).toEqual({ status: 'written' });
    }
    for (const block of toTombstones(history, projectId)) {
      expect(await writer.writeTombstones(block, signal)).toEqual({ status: 'written' });
    }
    if (isMerged) await database.commandLocal('OPTIMIZE TABLE spans FINAL');
  };

  /** A page that repeats itself would never end. */
  const expectProgress = (found: readonly unknown[]) => expect(found.length).toBeLessThan(100);

  const allSpans = async (selection: SpanSelection) => {
    const found: string[] = [];
    for (let after = undefined as Parameters<TraceReader['listSpans']>[0]['after']; ; ) {
      const { spans, hasMore } = await reader.listSpans({ ...selection, after }, signal);
      expect(spans.length).toBeLessThanOrEqual(selection.limit);
      found.push(
        ...spans.map(({ trace_id, span_id, span_name }) => `${trace_id} ${span_id} ${span_name}`),
      );
      expectProgress(found);
      if (!hasMore) {
        return found;
      }
      expect(spans).toHaveLength(selection.limit);
      after = spans.at(-1);
    }
  };

  const allTraces = async (selection: SpanSelection) => {
    const found: object[] = [];
    for (let after = undefined as Parameters<TraceReader['listTraces']>[0]['after']; ; ) {
      const { traces, hasMore } = await reader.listTraces({ ...selection, after }, signal);
      found.push(
        ...traces.map(({ rank, trace_id, spans }) => ({
          rank,
          trace_id,
          spans: spans.map(({ span_id, span_name }) => `${span_id} ${span_name}`),
        })),
      );
      expectProgress(found);
      if (!hasMore) {
        return found;
      }
      expect(traces).toHaveLength(selection.limit);
      after = traces.at(-1);
    }
  };

  it('add up to exactly the current spans that match, in order, whatever was sent again or deleted', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyHistory(),
        fc.array(anySelection(), { minLength: 4, maxLength: 4 }),
        fc.boolean(),
        async (history, selections, isMerged) => {
          const project_id = randomUUID();
          await store(history, project_id, isMerged);

          for (const selection of selections) {
            expect(await allSpans({ ...selection, project_id })).toEqual(
              modelSpans(history, selection),
            );
          }
        },
      ),
      bounded,
    );
  });

  it('add up to exactly the traces of those spans, whole, by their latest match', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyHistory(),
        fc.array(anySelection(), { minLength: 4, maxLength: 4 }),
        fc.boolean(),
        async (history, selections, isMerged) => {
          const project_id = randomUUID();
          await store(history, project_id, isMerged);

          for (const selection of selections) {
            expect(await allTraces({ ...selection, project_id })).toEqual(
              modelTraces(history, selection),
            );
          }
        },
      ),
      bounded,
    );
  });
});

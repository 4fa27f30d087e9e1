import { randomUUID } from 'node:crypto';
import type { SpanSelection, TraceReader } from '@spanhouse/trace-store/reader';
import { listTraces } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import { useOpened } from '../open-clickhouse.js';
import { anyHistory, anySelection, type History, toBlocks, toTombstones } from './any-history.js';
import { modelSpans, modelTraces } from './list-model.js';
import { describeReaders } from './reader-under-test.js';

const signal = new AbortController().signal;

describeReaders('TraceReader pages', (open, runs) => {
  /** A slow machine runs fewer cases instead of failing. */
  const bounded = { numRuns: runs(11), interruptAfterTimeLimit: 60_000 };
  const used = useOpened(open);

  const store = async (history: History, projectId: string, isMerged: boolean) => {
    for (const stored of toBlocks(history, projectId)) {
      await used.store(stored);
    }
    for (const block of toTombstones(history, projectId)) {
      await used.delete(block);
    }
    if (isMerged) {
      await used.merge();
    }
  };

  /** Limits the number of pages, because a repeated page would never end. */
  const expectProgress = (found: readonly unknown[]) => expect(found.length).toBeLessThan(100);

  const allSpans = async (selection: SpanSelection) => {
    const found: string[] = [];
    for (let after = undefined as Parameters<TraceReader['listSpans']>[0]['after']; ; ) {
      const { spans, hasMore } = await used.reader.listSpans({ ...selection, after }, signal);
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
    for (let after = undefined as Parameters<TraceReader['streamTraces']>[0]['after']; ; ) {
      const { traces, hasMore } = await listTraces(used.reader, { ...selection, after }, signal);
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

  it('contain exactly the matching current spans in order, or their whole traces by latest match, after repeated and deleted spans', async () => {
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

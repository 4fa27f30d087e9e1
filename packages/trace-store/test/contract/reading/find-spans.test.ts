import { randomUUID } from 'node:crypto';
import { anyRowContext, expectedStoredSpan } from '@spanhouse/span-row/testing';
import { anyCanonicalSpan } from '@spanhouse/span-schema/testing';
import type { TraceReader } from '@spanhouse/trace-store/reader';
import { aSpan, START_NS } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import { useProject } from '../open-clickhouse.js';
import { spanId, traceId } from '../selecting.js';
import { describeReaders } from './reader-under-test.js';

const signal = new AbortController().signal;

describeReaders('findSpans', (open, runs) => {
  const { used, project } = useProject(open);
  const find = (ids: Partial<Parameters<TraceReader['findSpans']>[0]>) =>
    used.reader.findSpans(
      { project_id: project.id, trace_ids: undefined, span_ids: undefined, ...ids },
      signal,
    );

  it('returns every member of any span as it was sent', async () => {
    const anySpans = fc.array(anyCanonicalSpan(), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(anySpans, anyRowContext(), async (generated, anyContext) => {
        const stored = { received_at: START_NS, retention_days: 0 };
        const context = { ...anyContext, ...stored, project_id: randomUUID() };
        const spans = generated.map((span, index) => ({
          ...span,
          trace_id: traceId(index + 1),
          span_id: spanId(index + 1),
        }));
        const rows = spans.map((span) => ({ span, context }));
        await used.store({ rows });

        const found = await find({
          project_id: context.project_id,
          trace_ids: spans.map(({ trace_id }) => trace_id),
        });
        const byTrace = found.toSorted((left, right) => (left.trace_id < right.trace_id ? -1 : 1));

        expect(byTrace).toEqual(spans.map((span) => expectedStoredSpan(span, context)));
      }),
      { numRuns: runs(20), interruptAfterTimeLimit: 40_000 },
    );
  });

  it('returns all spans of the traces in order', async () => {
    await project.send(
      { trace_id: traceId(2), span_id: spanId(1), start_time: START_NS + 1n },
      { trace_id: traceId(1), span_id: spanId(2), start_time: START_NS + 1n },
      { trace_id: traceId(1), span_id: spanId(1), start_time: START_NS + 2n },
      { trace_id: traceId(3), span_id: spanId(1), start_time: START_NS },
    );

    const spans = await find({ trace_ids: [traceId(1), traceId(2), traceId(9)] });

    expect(spans.map(({ trace_id, span_id }) => [trace_id, span_id])).toEqual([
      [traceId(1), spanId(2)],
      [traceId(2), spanId(1)],
      [traceId(1), spanId(1)],
    ]);
  });

  it('finds a span by its id in all traces, or only in the given trace', async () => {
    await project.send(
      { trace_id: traceId(1), span_id: spanId(7) },
      { trace_id: traceId(2), span_id: spanId(7) },
      { trace_id: traceId(2), span_id: spanId(8) },
    );

    const anywhere = await find({ span_ids: [spanId(7)] });
    const inOne = await find({ span_ids: [spanId(7)], trace_ids: [traceId(2)] });

    expect(anywhere.map(({ trace_id }) => trace_id)).toEqual([traceId(1), traceId(2)]);
    expect(inOne.map(({ trace_id, span_id }) => [trace_id, span_id])).toEqual([
      [traceId(2), spanId(7)],
    ]);
  });

  it('shows only the version that was received last, even if it starts at another time', async () => {
    await project.send({ span_id: spanId(1), span_name: 'old' });
    await project.send({ span_id: spanId(1), span_name: 'new', start_time: START_NS - 10n ** 18n });

    const byTrace = await find({ trace_ids: [aSpan().trace_id] });
    const bySpan = await find({ span_ids: [spanId(1)] });

    expect(byTrace.map(({ span_name }) => span_name)).toEqual(['new']);
    expect(bySpan).toEqual(byTrace);
  });

  it('accepts a thousand ids', async () => {
    const ids = Array.from({ length: 1000 }, (_, index) => index + 1);
    await project.send(...ids.map((id) => ({ trace_id: traceId(id), span_id: spanId(id) })));

    const spans = await find({ trace_ids: ids.map(traceId) });

    expect(spans).toHaveLength(1000);
  });

  it('finds nothing for empty lists and for other projects', async () => {
    await project.send({});

    expect(await find({ trace_ids: [] })).toEqual([]);
    expect(await find({ trace_ids: [aSpan().trace_id], span_ids: [] })).toEqual([]);
    expect(await find({ project_id: randomUUID(), trace_ids: [aSpan().trace_id] })).toEqual([]);
  });
});

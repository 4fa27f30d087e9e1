import { aContext, aSpan, listTraces, START_NS } from '@spanhouse/trace-store/testing';
import { useProject } from '../open-clickhouse.js';
import { everything, spanId, traceId } from '../selecting.js';
import { describeReaders } from './reader-under-test.js';

const signal = new AbortController().signal;

describeReaders('TraceReader lists', (open) => {
  const { used, project } = useProject(open);

  it('finds matches that arrive far before and far after those of an earlier list', async () => {
    const day = 86_400_000_000_000n;
    const at = (trace: number, start: bigint) => ({
      trace_id: traceId(trace),
      span_id: spanId(1),
      span_name: 'rare',
      start_time: START_NS + start,
    });
    const rare = { kind: 'equals_any', field: 'span_name', values: ['rare'] } as const;
    const listed = async (order: 'ascending' | 'descending') => {
      const selection = { ...everything(project.id), filter: rare, order };
      const { traces } = await listTraces(used.reader, selection, signal);
      return traces.map(({ trace_id }) => Number.parseInt(trace_id, 16));
    };
    await project.send(at(2, 0n), at(3, day));
    const earlier = await listed('ascending');
    await project.send(at(1, -30n * day), at(4, 30n * day));

    expect(earlier).toEqual([2, 3]);
    expect(await listed('ascending')).toEqual([1, 2, 3, 4]);
    expect(await listed('descending')).toEqual([4, 3, 2, 1]);
  });

  it('lists a trace in ascending order only if no unseen trace can rank before it', async () => {
    const early = (count: number) => Array.from({ length: count }, (_, index) => BigInt(index));
    const at = (trace: number, start: bigint) => ({
      trace_id: traceId(trace),
      span_id: spanId(Number(start) + 1),
      start_time: START_NS + start,
    });
    await project.send(
      ...early(300).flatMap((start) => [
        at(1000 + Number(start), start),
        at(1000 + Number(start), 50_000n + start),
      ]),
      ...early(130).map((start) => at(2000 + Number(start), 500n + start)),
      ...early(20).map((start) => at(3000 + Number(start), 1000n + start)),
    );

    const { traces } = await listTraces(
      used.reader,
      { ...everything(project.id), order: 'ascending', limit: 140 },
      signal,
    );

    expect(traces.map(({ trace_id }) => Number.parseInt(trace_id, 16))).toEqual([
      ...early(130).map((start) => 2000 + Number(start)),
      ...early(10).map((start) => 3000 + Number(start)),
    ]);
  });

  it('continues within a start time after a span id, and then with later times', async () => {
    const at = (id: number, start: bigint) => ({
      span_id: spanId(id),
      start_time: START_NS + start,
    });
    await project.send(at(1, 5000n), at(9, 5001n), at(3, 5999n), at(8, 6000n), at(2, 4999n));
    const boundary = { from: START_NS + 5000n, to: START_NS + 5999n, span_id: spanId(5) };
    const idsOf = async (order: 'ascending' | 'descending') => {
      const { spans } = await used.reader.listSpans(
        { ...everything(project.id), order, boundary },
        signal,
      );
      return spans.map(({ span_id }) => span_id);
    };

    expect(await idsOf('descending')).toEqual([3, 1, 2].map(spanId));
    expect(await idsOf('ascending')).toEqual([9, 8].map(spanId));
  });

  it('shows a block that was stored under two tokens once', async () => {
    const rows = [1, 2, 3].map((id) => ({
      span: aSpan({ span_id: spanId(id), start_time: START_NS + BigInt(id) }),
      context: aContext({ project_id: project.id }),
    }));
    await used.store({ rows });
    await used.store({ rows });

    const { spans, hasMore } = await used.reader.listSpans(
      { ...everything(project.id), limit: 3 },
      signal,
    );
    const { traces } = await listTraces(used.reader, everything(project.id), signal);

    expect(spans.map(({ span_id }) => span_id)).toEqual([3, 2, 1].map(spanId));
    expect(hasMore).toBe(false);
    expect(traces.map((trace) => trace.spans.length)).toEqual([3]);
  });

  it('finds the current version among more versions of one start than a page has rows', async () => {
    const versions = Array.from({ length: 40 }, (_, index) => ({
      span: aSpan({ span_id: spanId(1), span_name: `version ${(index + 20) % 40}` }),
      context: aContext({
        project_id: project.id,
        received_at: START_NS + BigInt((index + 20) % 40),
      }),
    }));
    await used.store({ rows: versions });
    await project.send({ span_id: spanId(2), start_time: START_NS - 1n });

    const first = await used.reader.listSpans({ ...everything(project.id), limit: 1 }, signal);
    const second = await used.reader.listSpans(
      { ...everything(project.id), limit: 1, after: first.spans[0] },
      signal,
    );

    expect(first.spans.map(({ span_name }) => span_name)).toEqual(['version 39']);
    expect(first.hasMore).toBe(true);
    expect(second.spans.map(({ span_id }) => span_id)).toEqual([spanId(2)]);
    expect(second.hasMore).toBe(false);
  });

  it('hides partitions that its snapshot does not contain, except those of an earlier log', async () => {
    const generation = (number: bigint) => number << 48n;
    const stored = [
      { logPartition: 0, logOffset: generation(2n) | 5n },
      { logPartition: 0, logOffset: generation(2n) | 10n },
      { logPartition: 3, logOffset: generation(2n) },
      { logPartition: 3, logOffset: generation(1n) | 999n },
    ];
    for (const [index, place] of stored.entries()) {
      const row = {
        span: aSpan({ span_id: spanId(index + 1) }),
        context: aContext({ project_id: project.id }),
      };
      await used.store({ rows: [row], ...place });
    }

    const snapshot = [generation(2n) | 10n, generation(2n)];
    const { spans } = await used.reader.listSpans({ ...everything(project.id), snapshot }, signal);

    expect(spans.map(({ span_id }) => span_id)).toEqual([spanId(4), spanId(1)]);
  });
});

import { randomUUID } from 'node:crypto';
import { drainStream } from '@spanhouse/service-runtime';
import type { SpanSelection, TraceCalls, TraceToSummarize } from '@spanhouse/trace-store/reader';
import { aContext, aSpan, START_NS } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import { useOpened } from '../open-clickhouse.js';
import { everything } from '../selecting.js';
import { anySummarizedHistory, type SummarizedHistory, traceIds } from './any-summarized-traces.js';
import { describeReaders } from './reader-under-test.js';
import { anySelection, modelOf } from './summary-model.js';

const signal = new AbortController().signal;
const GENERATION = 1n << 48n;
/** Converts the reader's result to the form of the model. */
function shown({ nodes, inputs, outputs, ...trace }: TraceToSummarize) {
  const parsed = (json: string | undefined) => (json === undefined ? undefined : JSON.parse(json));
  return {
    ...trace,
    inputs: parsed(inputs),
    outputs: parsed(outputs),
    nodes: nodes.map(({ span_id, parent_id, start_time, end_time, span_name, ...node }) => ({
      span_id,
      parent_id,
      start_time,
      end_time,
      span_name,
      span_type: node.span_type,
      status_code: node.status_code,
      errors: JSON.parse(node.metrics).errors.incremental,
      duration: JSON.parse(node.metrics).duration.cumulative,
      service_name: node.service_name,
      model: node.model,
      session_id: node.session_id,
      user_id: node.user_id,
      is_matched: node.is_matched,
    })),
  };
}

/** The calls of a trace of the model. */
function callsOf({ trace_id, rank, nodes }: ReturnType<typeof modelOf>[number]) {
  return {
    trace_id,
    rank,
    nodes: nodes.map(
      ({
        span_id,
        parent_id,
        start_time,
        span_type,
        span_name,
        status_code,
        service_name,
        model,
        duration,
      }) => ({
        span_id,
        parent_id,
        start_time,
        span_type,
        span_name,
        status_code,
        service_name,
        model,
        duration,
      }),
    ),
  };
}

describeReaders('TraceReader summaries', (open, runs) => {
  const used = useOpened(open);

  const summaries = async (project_id: string, selection: Partial<SpanSelection> = {}) => {
    const traces: TraceToSummarize[] = [];
    const listing = { ...everything(project_id), ...selection };
    const stream = used.reader.streamSummaries(listing, { signal, deadline: 'shared' });
    const hasMore = await drainStream(stream, (portion) => void traces.push(...portion));
    return { traces, hasMore };
  };

  const calls = async (project_id: string, selection: Partial<SpanSelection>) => {
    const traces: TraceCalls[] = [];
    const listing = { ...everything(project_id), ...selection };
    const stream = used.reader.streamCalls(listing, { signal, deadline: 'shared' });
    const hasMore = await drainStream(stream, (portion) => void traces.push(...portion));
    return { traces, hasMore };
  };

  async function storeHistory({ writes, deleted }: SummarizedHistory): Promise<string> {
    const project_id = randomUUID();
    for (const block of [0, 1] as const) {
      const rows = writes
        .filter((write) => write.block === block)
        .map(({ span, received }) => ({
          span,
          context: aContext({ project_id, received_at: START_NS + BigInt(received) }),
        }));
      if (rows.length > 0) {
        await used.store({ rows, logOffset: GENERATION | BigInt(10 * block) });
      }
      if (block === 0 && deleted.length > 0) {
        await used.delete({
          logPartition: 0,
          tombstones: deleted.map((traceId) => ({
            projectId: project_id,
            traceId,
            logOffset: GENERATION | 5n,
          })),
        });
      }
    }
    return project_id;
  }

  it('equal an independent model, with replaced and deleted spans', async () => {
    await fc.assert(
      fc.asyncProperty(
        anySummarizedHistory(),
        fc.array(anySelection(), { minLength: 2, maxLength: 4 }),
        async (history, selections) => {
          const project_id = await storeHistory(history);
          for (const selection of selections) {
            const { traces } = await summaries(project_id, selection);

            expect(traces.map(shown)).toEqual(modelOf(history, selection));
          }
        },
      ),
      { numRuns: runs(25), interruptAfterTimeLimit: 120_000 },
    );
  });

  it('show the same spans as the calls of the same traces', async () => {
    await fc.assert(
      fc.asyncProperty(anySummarizedHistory(), anySelection(), async (history, selection) => {
        const project_id = await storeHistory(history);
        const { traces, hasMore } = await calls(project_id, selection);

        const expected = modelOf(history, { ...selection, limit: 100 });
        expect(traces).toEqual(expected.slice(0, selection.limit).map(callsOf));
        expect(hasMore).toBe(expected.length > selection.limit);
      }),
      { numRuns: runs(25), interruptAfterTimeLimit: 120_000 },
    );
  });

  it('report whether traces follow the limit, and continue after a position', async () => {
    const project_id = randomUUID();
    await used.store({
      rows: traceIds.map((trace_id, at) => ({
        context: aContext({ project_id }),
        span: aSpan({ trace_id, start_time: START_NS + BigInt(at) }),
      })),
    });

    const first = await summaries(project_id, { limit: 2 });
    const rest = await summaries(project_id, {
      after: first.traces.at(-1),
    } as Partial<SpanSelection>);

    const idsOf = ({ traces }: typeof first) => traces.map(({ trace_id }) => trace_id);
    expect([idsOf(first), first.hasMore]).toEqual([[traceIds[2], traceIds[1]], true]);
    expect([idsOf(rest), rest.hasMore]).toEqual([[traceIds[0]], false]);
  });

  it('are read in portions if the inputs are large', async () => {
    const project_id = randomUUID();
    const inputs = 'x'.repeat(3 * 1024 * 1024);
    for (const trace_id of traceIds) {
      const span = aSpan({ trace_id, attributes: { ag: { data: { inputs } } } });
      await used.store({ rows: [{ context: aContext({ project_id }), span }] });
    }

    const { traces } = await summaries(project_id);

    expect(traces.map((trace) => trace.inputs?.length)).toEqual(
      traceIds.map(() => inputs.length + 2),
    );
  });
});

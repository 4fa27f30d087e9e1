import { randomUUID } from 'node:crypto';
import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { expectedStoredSpan } from '@spanhouse/span-row/testing';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import { anyCanonicalSpan } from '@spanhouse/span-schema/testing';
import { createTraceReader, type TraceReader } from '@spanhouse/trace-store/reader';
import {
  aContext,
  aSpan,
  aSpanBlock,
  createTestDatabase,
  describeOnClickHouse,
  START_NS,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import { createSpanWriter, type SpanWriter } from '@spanhouse/trace-store/writer';
import fc from 'fast-check';

const signal = new AbortController().signal;
const hex = (number: number, length: number) => number.toString(16).padStart(length, '0');
const traceId = (number: number) => hex(number, 32);
const spanId = (number: number) => hex(number, 16);

describeOnClickHouse('findSpans', (url, runs) => {
  let database: TestDatabase;
  let writer: SpanWriter;
  let reader: TraceReader;
  let project_id: string;
  let received = 0n;

  beforeAll(async () => {
    database = await createTestDatabase(url);
    const logger = createSilentLogger();
    writer = createSpanWriter(database.config, { logger });
    reader = createTraceReader(database.config, { logger, clock: systemClock });
  });
  beforeEach(() => {
    project_id = randomUUID();
  });
  afterAll(async () => {
    await writer.close();
    await reader.close();
    await database.drop();
  });

  const store = async (...spans: readonly Partial<CanonicalSpan>[]) => {
    const rows = spans.map((members) => ({
      span: aSpan(members),
      context: aContext({ project_id, received_at: START_NS + ++received }),
    }));
    expect(await writer.write(aSpanBlock(rows), signal)).toEqual({ status: 'written' });
  };
  const find = (ids: Partial<Parameters<TraceReader['findSpans']>[0]>) =>
    reader.findSpans({ project_id, trace_ids: undefined, span_ids: undefined, ...ids }, signal);

  it('gives back every member of any span as it was sent', async () => {
    const anySpans = fc.array(anyCanonicalSpan(), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(anySpans, async (generated) => {
        const context = aContext({ project_id: randomUUID() });
        const spans = generated.map((span, index) => ({
          ...span,
          trace_id: traceId(index + 1),
          span_id: spanId(index + 1),
        }));
        const rows = spans.map((span) => ({ span, context }));
        expect(await writer.write(aSpanBlock(rows), signal)).toEqual({ status: 'written' });

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

  it('answers with all spans of the traces, in order', async () => {
    await store(
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

  it('finds a span by its own id in every trace, and only there where a trace is named', async () => {
    await store(
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

  it('shows only the version received last, also when it starts at another time', async () => {
    await store({ span_id: spanId(1), span_name: 'old' });
    await store({ span_id: spanId(1), span_name: 'new', start_time: START_NS - 10n ** 18n });

    const byTrace = await find({ trace_ids: [aSpan().trace_id] });
    const bySpan = await find({ span_ids: [spanId(1)] });

    expect(byTrace.map(({ span_name }) => span_name)).toEqual(['new']);
    expect(bySpan).toEqual(byTrace);
  });

  it('takes a thousand ids', async () => {
    const ids = Array.from({ length: 1000 }, (_, index) => index + 1);
    await store(...ids.map((id) => ({ trace_id: traceId(id), span_id: spanId(id) })));

    const spans = await find({ trace_ids: ids.map(traceId) });

    expect(spans).toHaveLength(1000);
  });

  it('answers nothing for empty lists and for other projects', async () => {
    await store({});

    expect(await find({ trace_ids: [] })).toEqual([]);
    expect(await find({ trace_ids: [aSpan().trace_id], span_ids: [] })).toEqual([]);
    expect(await find({ project_id: randomUUID(), trace_ids: [aSpan().trace_id] })).toEqual([]);
  });
});

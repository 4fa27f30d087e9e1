import {
  anyRequests,
  anyUsageTree,
  type UsageSpan,
  type UsageTree,
} from '@spanhouse/span-schema/testing';
import fc from 'fast-check';
import { consistentWith, type Json, postJson, send } from '../../http-client.js';
import { runSpanhouse } from '../../processes/running-spanhouse.js';

const TRACES = 6;
const HOUR_NS = 3_600_000_000_000n;
const FIRST_START = 1_777_629_600_000_000_000n;

interface SentSpan extends UsageSpan {
  /** The position of its trace. */
  readonly trace: number;
}

/** Generates traces of wrappers, calls and echoes, and the requests in which their spans arrive. */
function anyDelivery() {
  return fc.array(anyUsageTree(), { minLength: TRACES, maxLength: TRACES }).chain((trees) =>
    fc.record({
      trees: fc.constant(trees),
      requests: anyRequests(
        trees.flatMap(({ spans }, trace) => spans.map((span): SentSpan => ({ ...span, trace }))),
      ),
    }),
  );
}

function attributesOf({ role, tokens, isPriced, parent_id }: SentSpan, session: string) {
  const operation = role === 'call' ? 'chat' : 'invoke_agent';
  const text = {
    ...(role !== 'plain' && { 'gen_ai.operation.name': operation }),
    ...(isPriced && { 'gen_ai.request.model': 'gpt-4o' }),
    ...(parent_id === undefined && { 'ag.session.id': session }),
  };
  const counts = {
    ...(role !== 'plain' && {
      'gen_ai.usage.input_tokens': tokens - 1,
      'gen_ai.usage.output_tokens': 1,
    }),
  };
  return [
    ...Object.entries(text).map(([key, stringValue]) => ({ key, value: { stringValue } })),
    ...Object.entries(counts).map(([key, intValue]) => ({ key, value: { intValue } })),
  ];
}

function toRequest(spans: readonly SentSpan[], start: bigint, traceIds: readonly string[]) {
  const scopeSpans = [...Map.groupBy(spans, ({ scope }) => scope)].map(([name, own]) => ({
    scope: { name },
    spans: own.map((span) => ({
      traceId: traceIds[span.trace],
      spanId: span.span_id,
      parentSpanId: span.parent_id ?? '',
      name: span.role,
      startTimeUnixNano: String(start + span.start),
      endTimeUnixNano: String(start + span.end),
      attributes: attributesOf(span, traceIds[span.trace] ?? ''),
    })),
  }));
  return { resourceSpans: [{ scopeSpans }] };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function tokensIn(spans: readonly UsageSpan[]): number {
  return sum(spans.map(({ tokens }) => tokens));
}

function rootOf(trace: Json): Json {
  return Object.values(trace.spans)[0];
}

describe('The usage of random traces', () => {
  const spanhouse = runSpanhouse();
  let start = FIRST_START;

  /** Sends the requests one after the other, and returns what every kind of read says. */
  const sendAndRead = async (requests: readonly (readonly SentSpan[])[]) => {
    const { url } = spanhouse;
    start += HOUR_NS;
    const traceIds = Array.from({ length: TRACES }, () => crypto.randomUUID().replaceAll('-', ''));
    const receipts: (string | undefined)[] = [];
    for (const spans of requests) {
      const { receipt } = await postJson(`${url}/v1/traces`, toRequest(spans, start, traceIds));
      receipts.push(receipt);
    }
    const headers = consistentWith(...receipts);
    const at = (time: bigint) => new Date(Number(time / 1_000_000n)).toISOString();
    const windowing = { oldest: at(start), newest: at(start + HOUR_NS) };
    const read = async (path: string, body: object) =>
      (await postJson(`${url}${path}`, { windowing, ...body }, headers)).body;
    const traces = await Promise.all(
      traceIds.map(async (id) => (await send(`${url}/traces/${id}`, { headers })).body.trace),
    );
    const { traces: listed } = await read('/traces/query', {});
    const { sessions } = await read('/spans/sessions/query', { include_summary: true });
    return {
      traces: traces.map(rootOf),
      listed: traceIds.map((id) => rootOf(listed.find((trace: Json) => trace.trace_id === id))),
      sessions: traceIds.map((id) => sessions.find((session: Json) => session.session_id === id)),
      metrics: await read('/spans/analytics/query', {}),
      sums: await read('/tracing/spans/analytics', {}),
      spanSums: await read('/tracing/spans/analytics', { focus: 'span' }),
    };
  };

  it('is shown by every read as it was billed, however the spans arrive', async () => {
    await fc.assert(
      fc.asyncProperty(anyDelivery(), async ({ trees, requests }) => {
        const shown = await sendAndRead(requests);

        const billed = trees.map(({ billedTokens }: UsageTree) => tokensIn(billedTokens));
        const totalOf = (root: Json) => root.attributes.ag.metrics.tokens.cumulative?.total ?? 0;
        const costsOf = (root: Json) => root.attributes.ag.metrics.costs.cumulative?.total ?? 0;
        const calls = trees.flatMap(({ spans }) => spans.filter(({ role }) => role === 'call'));
        const [sums] = shown.sums.buckets;
        const [spanSums] = shown.spanSums.buckets;
        const numbers = shown.metrics.buckets[0].metrics;
        const costs = sum(shown.traces.map(costsOf));
        expect(shown.traces.map(totalOf)).toEqual(billed);
        expect(shown.listed.map(totalOf)).toEqual(billed);
        expect(shown.sessions.map(({ tokens }: Json) => tokens.total)).toEqual(billed);
        expect(numbers['attributes.ag.metrics.tokens.cumulative.total']?.sum ?? 0).toBe(
          sum(billed),
        );
        expect(sums.total.tokens ?? 0).toBe(sum(billed));
        expect(spanSums.total.tokens ?? 0).toBe(tokensIn(calls));
        expect(sum(shown.sessions.map((session: Json) => session.costs.total))).toBeCloseTo(
          costs,
          12,
        );
        expect(sums.total.costs ?? 0).toBeCloseTo(costs, 12);
      }),
      { numRuns: 5, interruptAfterTimeLimit: 60_000 },
    );
  });
});

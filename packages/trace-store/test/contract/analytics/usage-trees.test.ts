import { randomUUID } from 'node:crypto';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import {
  anyRequests,
  anyUsageTree,
  type UsageSpan,
  type UsageTree,
} from '@spanhouse/span-schema/testing';
import { aContext, aSpan, START_NS } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import { useOpened } from '../open-clickhouse.js';
import { describeAnalytics } from './analytics-under-test.js';

const signal = new AbortController().signal;
const TRACES = 12;
const traceIds = Array.from({ length: TRACES }, (_, index) =>
  (index + 1).toString(16).padStart(32, '0'),
);

interface Delivery {
  readonly trees: readonly UsageTree[];
  readonly requests: readonly (readonly CanonicalSpan[])[];
  readonly isMerged: boolean;
}

function anyDelivery(): fc.Arbitrary<Delivery> {
  return fc.tuple(...traceIds.map(anyUsageTree)).chain((trees) => {
    const spans = trees.flatMap((tree, index) =>
      tree.spans.map((span) => toCanonicalSpan(span, traceIds[index] ?? '')),
    );
    return fc.record({
      trees: fc.constant(trees),
      requests: anyRequests(spans),
      isMerged: fc.boolean(),
    });
  });
}

function toCanonicalSpan(span: UsageSpan, trace_id: string): CanonicalSpan {
  const { role, span_id, parent_id, scope } = span;
  const tokens = { prompt: span.tokens - 1, completion: 1, total: span.tokens };
  const costs = { prompt: 0, completion: 0, total: costsOf(span) };
  const side = role === 'call' ? 'incremental' : 'cumulative';
  const usage =
    role === 'plain'
      ? { tokens: {}, costs: {} }
      : { tokens: { [side]: tokens }, costs: { [side]: costs } };
  const actor = parent_id === undefined && { session: { id: trace_id }, user: { id: trace_id } };
  return aSpan({
    trace_id,
    span_id,
    parent_id,
    start_time: START_NS + span.start,
    end_time: START_NS + span.end,
    scope: { name: scope },
    attributes: { ag: { data: {}, ...actor } },
    metrics: { duration: {}, errors: {}, ...usage },
    submitted_cumulative: role === 'wrapper' ? { tokens, costs } : undefined,
    has_mapped_usage: role !== 'plain',
  });
}

function costsOf({ isPriced, tokens }: UsageSpan): number {
  return isPriced ? tokens / 4 : 0;
}

function billOf({ billedTokens, billedCosts }: UsageTree) {
  return {
    tokens: sum(billedTokens.map(({ tokens }) => tokens)),
    costs: sum(billedCosts.map(costsOf)),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

describeAnalytics('The usage of random traces', (open, runs) => {
  const used = useOpened(open);

  const store = async ({ requests, isMerged }: Delivery) => {
    const project_id = randomUUID();
    let received = START_NS;
    for (const [index, spans] of requests.entries()) {
      const rows = spans.map((span) => {
        received += 1n;
        return { span, context: aContext({ project_id, received_at: received }) };
      });
      await used.store({ rows, logOffset: (1n << 48n) | BigInt(index * 1000) });
    }
    if (isMerged) {
      await used.merge();
    }
    return {
      project_id,
      filter: undefined,
      oldest: START_NS,
      newest: START_NS + 1_000_000n,
      ratePercent: undefined,
      snapshot: [],
    };
  };

  it('is counted in analytics, sessions and users as it was billed', async () => {
    await fc.assert(
      fc.asyncProperty(anyDelivery(), async (delivery) => {
        const { analytics } = used;
        const selection = await store(delivery);
        const buckets = { ...selection, bucketNs: 1_000_000n };
        const specs = ['tokens', 'costs'].map((group) => ({
          type: 'numeric/continuous' as const,
          path: `ag.metrics.${group}.cumulative.total`,
        }));
        const list = (actor: 'session' | 'user') =>
          analytics.listActors(
            {
              ...selection,
              actor,
              order: 'ascending',
              limit: TRACES,
              isLatest: false,
              withSummaries: true,
              after: undefined,
            },
            signal,
          );

        const [measured] = await analytics.measureTraces(buckets, specs, signal);
        const [summed] = await analytics.sumBuckets(buckets, 'trace', signal);
        const lists = [await list('session'), await list('user')];

        const bills = delivery.trees.map(billOf);
        const total = [
          sum(bills.map(({ tokens }) => tokens)),
          sum(bills.map(({ costs }) => costs)),
        ];
        expect([summed?.total.tokens ?? 0, summed?.total.costs ?? 0]).toEqual(total);
        expect(
          measured?.metrics.map((metric) => (metric && 'sum' in metric ? metric.sum : 0)),
        ).toEqual(total);
        for (const { actors } of lists) {
          expect(
            actors.map(({ id, summary }) => [id, summary?.tokens.total, summary?.costs.total]),
          ).toEqual(traceIds.map((id, index) => [id, bills[index]?.tokens, bills[index]?.costs]));
        }
      }),
      { numRuns: runs(4), interruptAfterTimeLimit: 40_000 },
    );
  });
});

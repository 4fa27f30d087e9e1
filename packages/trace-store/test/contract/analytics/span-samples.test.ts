import type { FilterExpression } from '@spanhouse/span-schema';
import type { SampledSpan } from '@spanhouse/trace-store/reader';
import { describeOnClickHouse, START_NS } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import { expectAnswersOfFake } from '../any-history.js';
import { anyMeasuredSpan, MINUTE_NS } from '../any-measured-span.js';
import { useOpened, useProject } from '../open-clickhouse.js';
import { everything, spanId, traceId } from '../selecting.js';
import {
  type AnalyticsUnderTest,
  describeAnalytics,
  openAnalytics,
  openFakeAnalytics,
} from './analytics-under-test.js';

const signal = new AbortController().signal;
const workflows: FilterExpression = {
  kind: 'equals_any',
  field: 'span_type',
  values: ['workflow'],
};
const failures: FilterExpression = {
  kind: 'equals_any',
  field: 'status_code',
  values: ['STATUS_CODE_ERROR'],
};

const anySample = fc.record({
  selection: fc.record({
    filter: fc.constantFrom(undefined, workflows),
    oldest: fc.constantFrom(undefined, START_NS + 1n, START_NS - MINUTE_NS),
    newest: fc.constantFrom(undefined, START_NS + 2n, START_NS + MINUTE_NS),
    ratePercent: fc.constantFrom(undefined, 51),
  }),
  split: fc.constantFrom(undefined, workflows, failures),
  limit: fc.constantFrom(1, 2, 5, 300),
});

type Sample = Omit<Parameters<AnalyticsUnderTest['analytics']['sampleSpans']>[0], 'signal'>;

async function read({ analytics }: AnalyticsUnderTest, sample: Sample) {
  const spans: SampledSpan[] = [];
  const isCut = await analytics.sampleSpans(sample, (found) => void spans.push(...found), signal);
  return { isCut, spans };
}

describeOnClickHouse('TraceAnalytics samples compared with the fake', (url, runs) => {
  const used = useOpened(() => openAnalytics(url));

  it('have the newest current spans, divided by a filter', async () => {
    const shown = async (store: AnalyticsUnderTest, sample: Sample) => {
      const { isCut, spans } = await read(store, sample);
      const parsed = spans.map(({ attributes, ...span }) => ({
        ...span,
        attributes: JSON.parse(attributes),
      }));
      return { isCut, spans: parsed.map((span) => JSON.stringify(inOrder(span))).toSorted() };
    };
    await expectAnswersOfFake({
      used,
      openFake: openFakeAnalytics,
      anySpan: anyMeasuredSpan(),
      anyQuery: anySample,
      numRuns: runs(18),
      answer: (store, { selection, ...wanted }, project_id) =>
        shown(store, { ...wanted, selection: { ...everything(project_id), ...selection } }),
    });
  });
});

/** Sorts members by name, because the order of JSON members is arbitrary. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return value;
  }
  const members = Object.entries(value).map(([name, member]) => [name, inOrder(member)] as const);
  return Object.fromEntries(members.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

describeAnalytics('TraceAnalytics samples', (open) => {
  const { used, project } = useProject(open);

  it('contain every span once across portions', async () => {
    const spans = Array.from({ length: 10_501 }, (_, index) => ({
      trace_id: traceId((index % 3) + 1),
      span_id: spanId(index + 1),
      start_time: START_NS + BigInt(index % 7),
      span_name: `${index}`,
    }));
    await project.send(...spans);
    const keyOf = ({ start_time, trace_id, span_id }: (typeof spans)[number]) =>
      `${start_time} ${trace_id} ${span_id}`;
    const newest = spans.toSorted((left, right) => (keyOf(left) < keyOf(right) ? 1 : -1));

    for (const limit of [249, 250, 10_250, 10_501, 10_502]) {
      const selection = everything(project.id);
      const found = await read(used, { selection, limit, split: undefined });

      expect(found.isCut).toBe(limit < 10_501);
      expect(found.spans.map(({ span_name }) => span_name).toSorted()).toEqual(
        newest
          .slice(0, limit)
          .map(({ span_name }) => span_name)
          .toSorted(),
      );
    }
  });
});

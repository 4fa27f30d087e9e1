import { randomUUID } from 'node:crypto';
import { aContext, aSpan, START_NS } from '@spanhouse/trace-store/testing';
import { type AnalyticsUnderTest, describeAnalytics } from './analytics-under-test.js';

describeAnalytics('tallySpans with durations', (open) => {
  let used: AnalyticsUnderTest;

  beforeAll(async () => {
    used = await open();
  });
  afterAll(() => used.close());

  it.each([
    [2, [1]],
    [1, []],
  ])('lists up to %d of all spans, or none', async (maxDurations, expected) => {
    const project_id = randomUUID();
    const context = aContext({ project_id });
    const spans = ['a', 'b'].map((span_name, index) =>
      aSpan({ span_id: `${index + 1}`.padStart(16, '0'), span_name, end_time: START_NS + 1n }),
    );
    await used.store({ rows: spans.map((span) => ({ span, context })) });
    const all = { filter: undefined, ratePercent: undefined, snapshot: [] } as const;
    const times = { oldest: undefined, newest: undefined, order: 'descending' } as const;

    const rows = await used.analytics.tallySpans(
      {
        selection: { project_id, ...all, ...times },
        time: undefined,
        keys: [{ kind: 'span_name' }],
        maxDurations,
        limit: 10,
      },
      new AbortController().signal,
    );

    expect(rows?.map(({ count, durations }) => [count, durations])).toEqual([
      [1, expected],
      [1, expected],
    ]);
  });
});

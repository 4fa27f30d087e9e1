import { randomUUID } from 'node:crypto';
import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import type { AggregateField } from '@spanhouse/trace-store/reader';
import { aContext, aSpan, START_NS } from '@spanhouse/trace-store/testing';
import { useOpened } from '../open-clickhouse.js';
import { describeAnalytics } from './analytics-under-test.js';

const signal = new AbortController().signal;

describeAnalytics('facets of TraceAnalytics', (open) => {
  const used = useOpened(open);
  let project_id = '';

  const store = async (...attributes: readonly JsonObject[]) => {
    project_id = randomUUID();
    const rows = attributes.map((members, index) => ({
      span: aSpan({
        trace_id: `${index + 1}`.padStart(32, '0'),
        attributes: { ...members, ag: { data: {} } },
      }),
      context: aContext({ project_id, received_at: START_NS + BigInt(index) }),
    }));
    await used.store({ rows });
  };
  const storeValues = (...values: readonly JsonValue[]) =>
    store(...values.map((value) => ({ value })));
  const count = async (...facets: readonly AggregateField[]) => {
    const aggregation = {
      selection: {
        project_id,
        filter: undefined,
        oldest: undefined,
        newest: undefined,
        ratePercent: undefined,
        snapshot: [],
        order: 'descending',
      },
      focus: 'span',
      time: undefined,
      value: undefined,
      groupBy: [],
      measures: [],
      limit: 2,
      facets,
    } as const;
    const found = await used.analytics.aggregateSpans(aggregation, signal);
    return found.facets.map(({ values, others, absent }) => ({
      values: values.map(({ json, count: spans }) => [JSON.parse(json), spans]),
      others: [others.values, others.count],
      absent,
    }));
  };
  const attribute = (key: string) => ({ field: 'attributes', key }) as const;

  it('treat null, and lists and objects without scalars, as absent', async () => {
    await storeValues(
      ...[null, {}, [], [null, {}], { a: { b: [] } }, { '"a":1,true': {} }],
      ...['x', { a: [0] }, { a: false }, [''], [',":'], ['', ':']],
    );

    expect(await count(attribute('value'))).toEqual([
      { values: [['x', 1]], others: [5, 5], absent: 6 },
    ]);
  });

  it('count the values of every key alone, and together with fields that every span has', async () => {
    await store({ a: 'x', b: 1 }, { a: 'x' }, { b: true }, { a: {}, b: '' }, {});
    const [a, type, b, none] = await count(
      ...[attribute('a'), { field: 'span_type' } as const, attribute('b'), attribute('c')],
    );

    expect(a).toEqual({ values: [['x', 2]], others: [0, 0], absent: 3 });
    expect(type).toEqual({ values: [[expect.any(String), 5]], others: [0, 0], absent: 0 });
    expect(b).toEqual({
      values: [
        [1, 1],
        ['', 1],
      ],
      others: [1, 1],
      absent: 2,
    });
    expect(none).toEqual({ values: [], others: [0, 0], absent: 5 });
  });

  it('find a value if any names contain dots', async () => {
    await store(
      { a: { b: { c: 'x' } } },
      { 'a.b': { c: 'x' } },
      { a: { 'b.c': 'x' } },
      { 'a.b.c': 'x' },
      { a: { b: { c: 'x' } }, 'a.b': { c: 'y' } },
      { 'a.b.cc': 'x' },
    );

    expect(await count(attribute('a.b.c'))).toEqual([
      { values: [['x', 5]], others: [0, 0], absent: 1 },
    ]);
  });
});

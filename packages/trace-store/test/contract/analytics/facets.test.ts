import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import type { AggregateField } from '@spanhouse/trace-store/reader';
import { useProject } from '../open-clickhouse.js';
import { everything, traceId } from '../selecting.js';
import { describeAnalytics } from './analytics-under-test.js';

const signal = new AbortController().signal;

describeAnalytics('facets of TraceAnalytics', (open) => {
  const { used, project } = useProject(open);
  const store = (...attributes: readonly JsonObject[]) =>
    project.send(
      ...attributes.map((members, index) => ({
        trace_id: traceId(index + 1),
        attributes: { ...members, ag: { data: {} } },
      })),
    );
  const storeValues = (...values: readonly JsonValue[]) =>
    store(...values.map((value) => ({ value })));
  const count = async (...facets: readonly AggregateField[]) => {
    const aggregation = {
      selection: everything(project.id),
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

import type { AggregateAnswer, Measures } from '../../api/aggregate.js';
import { toIso } from '../../parts/values/format-time.js';
import { nameOfGroup, seriesByGroup, toSeries } from './to-series.js';

const buckets = { from: 0, to: 300, intervalMs: 100 };
const field = { field: 'attributes', key: 'tier' };
const answer: AggregateAnswer = {
  accuracy: 'exact',
  total: {},
  rows: [
    { time: toIso(0), count: 1, duration: { p95: 5 }, group: ['a'] },
    { time: toIso(200), count: 1, duration: { p95: null }, group: [null] },
    { time: toIso(200), count: 4, duration: { p95: 7 }, group: ['b'] },
  ],
};

describe('toSeries', () => {
  it('assigns values to their buckets, and marks buckets without a value', () => {
    const count = { name: 'count', colour: '--a', value: ({ count: all }: Measures) => all };
    const p95 = { ...count, value: ({ duration }: Measures) => duration?.['p95'] };
    const { rows = [] } = answer;
    const two = { ...answer, rows: rows.slice(0, 2) };

    const [bars] = toSeries(two, buckets, { kind: 'bars', series: [count] });
    const [line] = toSeries(two, buckets, { kind: 'lines', series: [p95] });
    expect([bars?.values, line?.values]).toEqual([
      [1, 0, 1],
      [5, null, null],
    ]);
  });
});

describe('seriesByGroup', () => {
  const value = ({ count }: Measures) => count;
  const chart = { kind: 'bars', series: [{ name: '', colour: '', value }] } as const;
  const grouping = { buckets, field, chart };

  it('makes one series of each group, the one with the most spans first, null last among equals', () => {
    const series = seriesByGroup(answer, grouping);

    expect(series.map(({ name, values }) => [name, values])).toEqual([
      ['b', [0, 0, 4]],
      ['a', [1, 0, 0]],
      ['no value', [0, 0, 1]],
    ]);
  });

  it('distinguishes integers beyond 2^53', () => {
    const ids = [1_234_567_890_123_456_789n, 1_234_567_890_123_456_788n];
    const rows = ids.map((id, at) => ({ time: toIso(0), count: 2 - at, group: [id] }));

    const series = seriesByGroup({ ...answer, rows }, grouping);

    expect(series.map(({ name, values }) => [name, values[0]])).toEqual([
      ['1234567890123456789', 2],
      ['1234567890123456788', 1],
    ]);
  });

  it('returns the condition for the spans of each group', () => {
    const series = seriesByGroup(answer, grouping);

    expect(series.map(({ conditions }) => conditions)).toEqual([
      [{ ...field, operator: 'is', value: 'b' }],
      [{ ...field, operator: 'is', value: 'a' }],
      [{ ...field, operator: 'not_exists' }],
    ]);
  });

  it('adds the unlisted groups as one more series', () => {
    const others = { groups: 14, count: 6 };
    const rows = [
      { time: toIso(0), count: 3 },
      { time: toIso(200), count: 9 },
    ];
    const whole: AggregateAnswer = { accuracy: 'exact', total: {}, rows };
    const series = seriesByGroup({ ...answer, others }, { ...grouping, whole });

    expect(series.at(-1)).toMatchObject({ name: 'others (14)', values: [2, 0, 4] });
    expect(series.at(-1)?.conditions).toEqual([
      { operator: 'not', conditions: [{ ...field, operator: 'in', value: ['b', 'a'] }] },
      { operator: 'not', conditions: [{ ...field, operator: 'not_exists' }] },
    ]);
  });

  it('has no such series when every group is listed', () => {
    const whole: AggregateAnswer = { accuracy: 'exact', total: {}, rows: [] };
    const others = { groups: 0, count: 0 };

    expect(seriesByGroup({ ...answer, others }, { ...grouping, whole })).toHaveLength(3);
  });
});

describe('nameOfGroup', () => {
  it('writes texts unchanged and other values as JSON', () => {
    expect([nameOfGroup('a'), nameOfGroup(5), nameOfGroup(null)]).toEqual(['a', '5', 'no value']);
  });
});

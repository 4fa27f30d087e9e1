import type { AggregateAnswer } from '../api/aggregate.js';
import { isoOf } from '../parts/milliseconds.js';
import { nameOfGroup, seriesByGroup, seriesOf } from './series-of.js';

const buckets = { from: 0, to: 300, intervalMs: 100 };
const answer: AggregateAnswer = {
  accuracy: 'exact',
  total: {},
  rows: [
    { time: isoOf(0), count: 3, duration: { p95: 5 }, group: ['a'] },
    { time: isoOf(200), count: 1, duration: { p95: null }, group: [null] },
  ],
};

describe('seriesOf', () => {
  it('puts values in their buckets, and says where there is none', () => {
    const kinds = [
      { name: 'count', colour: '--a', empty: 0, value: ({ count }) => count },
      { name: 'p95', colour: '--b', empty: null, value: ({ duration }) => duration?.['p95'] },
    ] as const satisfies Parameters<typeof seriesOf>[2];

    expect(seriesOf(answer, buckets, kinds).map(({ values }) => values)).toEqual([
      [3, 0, 1],
      [5, null, null],
    ]);
  });
});

describe('seriesByGroup', () => {
  it('makes one series of each group', () => {
    const series = seriesByGroup(answer, buckets, ({ count }) => count);

    expect(series.map(({ name, values }) => [name, values])).toEqual([
      ['a', [3, 0, 0]],
      ['without', [0, 0, 1]],
    ]);
  });
});

describe('nameOfGroup', () => {
  it('writes texts as they are and other values as JSON', () => {
    expect([nameOfGroup('a'), nameOfGroup(5), nameOfGroup(null)]).toEqual(['a', '5', 'without']);
  });
});

import { parseQuery } from '../parse/parse-query.js';
import { changeSeries, largestSeries } from './change-series.js';
import type { Series } from './series.js';

const none = Number.NaN;

function series(name: string, ...points: readonly number[]): Series {
  const label = { key: 'name', value: { type: 'string', value: name } } as const;
  return { labels: [label], points: Float64Array.from(points), group: name };
}

function shown(changed: readonly Series[]) {
  return changed.map(({ group, points }) => [group, ...points]);
}

/** Applies the stages to the result of a metrics function. */
function change(stages: string, ...counted: readonly Series[]) {
  const query = parseQuery(`{ } | rate() ${stages}`);
  return query.kind === 'metrics' ? shown(changeSeries(counted, query.series)) : [];
}

describe('changeSeries', () => {
  const [a, b, c] = [series('a', 1, 5, none), series('b', 3, 2, 7), series('c', 3, 2, 1)];

  it('sorts series by their labels and drops series without points', () => {
    expect(change('', c, b, series('d', none, none, none), a)).toEqual([
      ['a', 1, 5, none],
      ['b', 3, 2, 7],
      ['c', 3, 2, 1],
    ]);
  });

  it.each([
    [
      '| topk(1)',
      [
        ['a', none, 5, none],
        ['b', 3, none, 7],
      ],
    ],
    [
      '| bottomk(1)',
      [
        ['a', 1, none, none],
        ['b', none, 2, none],
        ['c', none, none, 1],
      ],
    ],
    [
      '| topk(2)',
      [
        ['a', none, 5, none],
        ['b', 3, 2, 7],
        ['c', 3, none, 1],
      ],
    ],
    [
      '| topk(3)',
      [
        ['a', 1, 5, none],
        ['b', 3, 2, 7],
        ['c', 3, 2, 1],
      ],
    ],
    [
      '> 2',
      [
        ['a', none, 5, none],
        ['b', 3, none, 7],
        ['c', 3, none, none],
      ],
    ],
    [
      '>= 5',
      [
        ['a', none, 5, none],
        ['b', none, none, 7],
      ],
    ],
    [
      '= 2',
      [
        ['b', none, 2, none],
        ['c', none, 2, none],
      ],
    ],
    [
      '!= 2',
      [
        ['a', 1, 5, none],
        ['b', 3, none, 7],
        ['c', 3, none, 1],
      ],
    ],
    [
      '< 2 | topk(1)',
      [
        ['a', 1, none, none],
        ['c', none, none, 1],
      ],
    ],
    ['| topk(1) < 5', [['b', 3, none, none]]],
    [
      '> 4s',
      [
        ['a', none, 5, none],
        ['b', none, none, 7],
      ],
    ],
    [
      '<= 1500ms',
      [
        ['a', 1, none, none],
        ['c', none, none, 1],
      ],
    ],
    ['> 9', []],
  ])('applies %s to each point', (stages, expected) => {
    expect(change(stages, a, b, c)).toEqual(expected);
  });
});

describe('largestSeries', () => {
  it('keeps the series with the largest sums, in their original order', () => {
    const all = [series('a', 1, none), series('b', none, 5), series('c', 2, 2)];

    expect(shown(largestSeries(all, 2)).map(([name]) => name)).toEqual(['b', 'c']);
    expect(largestSeries(all, 3)).toBe(all);
  });
});

import { parseQuery } from '../parse/parse-query.js';
import { combineSeries } from './combine-series.js';
import { type Label, type Series, textOfLabels } from './series.js';

const none = Number.NaN;

function series(labels: Readonly<Record<string, string>>, ...points: readonly number[]): Series {
  const shown = Object.entries(labels).map(
    ([key, value]): Label => ({ key, value: { type: 'string', value } }),
  );
  return { labels: shown, points: Float64Array.from(points), group: '' };
}

function named(name: string, ...points: readonly number[]): Series {
  return series({ __name__: name }, ...points);
}

function ofKind(kind: string, ...points: readonly number[]): Series {
  return series({ kind }, ...points);
}

/** Applies arithmetic to the series of `rate()` and of `count_over_time()`. */
function combine(text: string, rates: readonly Series[], counts: readonly Series[]) {
  const query = parseQuery(text);
  if (query.kind !== 'math') {
    throw new Error(`${text} is no arithmetic`);
  }
  const combined = combineSeries(query.math, ({ first }) =>
    first.kind === 'rate' ? rates : counts,
  );
  return combined.map(({ labels, points }) => [
    textOfLabels(labels).replaceAll('\0string', ''),
    ...points,
  ]);
}

const rate = '({ } | rate() by (kind))';
const count = '({ } | count_over_time() by (kind))';

describe('combineSeries', () => {
  it.each([
    ['+', [9, 6, none]],
    ['-', [3, -6, none]],
    ['*', [18, 0, none]],
    ['/', [2, 0, none]],
  ])('computes %s for each point, and leaves out those that a side lacks', (operator, points) => {
    const [left, right] = [named('rate', 6, 0, none), named('count_over_time', 3, 6, 1)];

    expect(combine(`${rate} ${operator} ${count}`, [left], [right])).toEqual([
      [`__name__=(rate ${operator} count_over_time)`, ...points],
    ]);
  });

  it('omits a point if it divides by zero or a number is too large', () => {
    expect(combine(`${rate} / ${count}`, [named('a', 0, 5)], [named('b', 0, 0)])).toEqual([
      [expect.any(String), none, none],
    ]);
    expect(combine(`${rate} * 1e300`, [named('a', 1e300)], [])).toEqual([
      [expect.any(String), none],
    ]);
  });

  it('pairs series with equal labels and drops series without a partner', () => {
    const rates = [ofKind('client', 4), ofKind('server', 6)];
    const counts = [ofKind('server', 2), ofKind('internal', 1)];

    expect(combine(`${rate} / ${count}`, rates, counts)).toEqual([['kind=server', 3]]);
    expect(combine(`${rate} / ${count}`, rates, [])).toEqual([]);
  });

  it('pairs a single series without labels with every other series', () => {
    const rates = [ofKind('client', 4), ofKind('server', 6)];
    const total = [named('count_over_time', 2)];

    expect(combine(`${rate} - ${count}`, rates, total)).toEqual([
      ['kind=client', 2],
      ['kind=server', 4],
    ]);
    expect(combine(`${count} - ${rate}`, rates, total)).toEqual([
      ['kind=client', -2],
      ['kind=server', -4],
    ]);
    expect(combine(`${rate} - ${count}`, rates, [ofKind('client', 1)])).toEqual([
      ['kind=client', 3],
    ]);
  });

  it('computes with numbers on either side, at any nesting', () => {
    expect(combine(`10 - 2 * ${rate}`, [ofKind('client', 4)], [])).toEqual([['kind=client', 2]]);
    expect(combine(`(${rate} + ${count}) / 2 - 1`, [named('a', 4)], [named('b', 2)])).toEqual([
      ['__name__=(((rate + count_over_time) / 2) - 1)', 2],
    ]);
  });
});

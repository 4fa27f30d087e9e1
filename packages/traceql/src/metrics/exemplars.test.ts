import { parseQuery } from '../parse/parse-query.js';
import { type Candidate, ExemplarPicker, exemplarsOf } from './exemplars.js';
import type { Label, Series } from './series.js';

const grid = { from: 0n, stepNs: 10n, points: 10 };

function candidate(trace_id: string, time: number, members: Partial<Candidate> = {}): Candidate {
  const start_time = BigInt(time);
  return {
    trace_id,
    span_id: `${trace_id} ${time}`,
    start_time,
    span_name: 'x',
    group: '',
    value: undefined,
    ...members,
  };
}

function pick(limit: number, ...candidates: readonly Candidate[]): readonly string[] {
  const picked = [candidates, candidates.toReversed()].map((offered) => {
    const picker = new ExemplarPicker(grid, limit);
    for (const each of offered) {
      picker.offer(each);
    }
    return picker.picked().map(({ span_id }) => span_id);
  });
  expect(picked[1]).toEqual(picked[0]);
  return picked[0] ?? [];
}

describe('ExemplarPicker', () => {
  const spread = [
    candidate('a', 5),
    candidate('b', 7),
    candidate('c', 9),
    candidate('d', 60),
    candidate('e', 61),
    candidate('f', 62),
  ];

  it.each([
    [4, ['a 5', 'b 7', 'd 60', 'e 61']],
    [3, ['a 5', 'b 7', 'd 60']],
    [2, ['a 5', 'b 7']],
    [1, ['a 5']],
    [100, ['a 5', 'b 7', 'c 9', 'd 60', 'e 61', 'f 62']],
  ])('picks at most %d, the two earliest of each part of the range', (limit, expected) => {
    expect(pick(limit, ...spread)).toEqual(expected);
  });

  it('picks one span per trace and series', () => {
    const again = [candidate('a', 8), candidate('a', 60), candidate('a', 6, { group: 'other' })];

    expect(pick(4, candidate('a', 5), ...again)).toEqual(['a 5', 'a 6']);
  });

  it('ignores spans outside the range and spans with the value 0', () => {
    const hidden = [candidate('a', 0), candidate('b', 101), candidate('c', 4, { value: 0 })];

    expect(pick(4, ...hidden, candidate('d', 100, { value: 1 }))).toEqual(['d 100']);
  });
});

describe('exemplarsOf', () => {
  const text = (key: string, value: string): Label => ({ key, value: { type: 'string', value } });
  const show = (query: string, series: readonly Series[], ...picked: readonly Candidate[]) => {
    const parsed = parseQuery(query);
    if (parsed.kind !== 'metrics' || parsed.first.kind === 'compare') {
      throw new Error(query);
    }
    const found = exemplarsOf(picked, series, { first: parsed.first, grid });
    return series.map((each) =>
      (found.get(each) ?? []).map(({ labels, value }) => [
        value,
        ...labels.map(
          (label) => `${label.key}=${label.value.type === 'list' || label.value.value}`,
        ),
      ]),
    );
  };
  const series = (
    points: readonly number[],
    labels: readonly Label[] = [],
    group = '',
  ): Series => ({
    labels,
    points: Float64Array.from({ length: 10 }, (_, index) => points[index] ?? Number.NaN),
    group,
  });

  it('shows a span at the point that counts it, with the fields of `by`', () => {
    const byKind = series([0, 5], [text('kind', 'server')], 'g');

    expect(show('{ } | rate() by (kind)', [byKind], candidate('a', 15, { group: 'g' }))).toEqual([
      [[5, 'trace:id=a', 'span:id=a 15', 'name=x', 'kind=server']],
    ]);
  });

  it('shows nothing at a point that is 0 or was dropped', () => {
    const query = '{ } | count_over_time()';

    expect(show(query, [series([0, 5])], candidate('a', 5), candidate('b', 25))).toEqual([[]]);
  });

  it('shows the value of the span on the lowest quantile that is at least this value', () => {
    const quantiles = [series([1]), series([4]), series([9])];
    const query = '{ } | quantile_over_time(.a, 0, 0.5, 1)';

    const shown = show(
      query,
      quantiles,
      candidate('a', 5, { value: 3 }),
      candidate('b', 6, { value: 9 }),
    );

    expect(shown.map((each) => each.map(([value]) => value))).toEqual([[], [3], [9]]);
  });
});

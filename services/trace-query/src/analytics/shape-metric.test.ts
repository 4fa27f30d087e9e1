import { allPercentiles, type MetricSpec, type MetricSummary } from '@spanhouse/trace-store/reader';
import { shapeMetric } from './shape-metric.js';

const spec: MetricSpec = { type: 'numeric/continuous', path: 'x' };

/** Returns the summary of all integers from `first` to `first` + 100. */
function hundred(first: number, bins: Record<number, number> = {}): MetricSummary {
  return {
    type: 'numeric/continuous',
    count: 101,
    min: first,
    max: first + 100,
    sum: 101 * (first + 50),
    percentiles: allPercentiles.map((share) => first + share * 100),
    binCounts: new Map(Object.entries(bins).map(([bin, count]) => [Number(bin), count])),
  };
}

function discrete(...values: [number, number][]): MetricSummary {
  return {
    type: 'numeric/discrete',
    values: values.map(([value, count]) => ({ value, count })),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the shapes of an answer.
function shape(summary: MetricSummary, members: Partial<MetricSpec> = {}): any {
  return shapeMetric({ ...spec, ...members }, summary);
}

describe('shapeMetric', () => {
  it('names every percentile', () => {
    const names =
      'p00.05 p00.1 p00.5 p01 p02.5 p05 p10 p12.5 p20 p25 p30 p37.5 p40 p50 p60 p62.5 p70 p75 p80 p87.5 p90 p95 p97.5 p99 p99.5 p99.9 p99.95';

    expect(Object.keys(shape(hundred(0)).pcts)).toEqual(names.split(' '));
    expect(shape(hundred(0)).pcts).toMatchObject({ 'p12.5': 12.5, p99: 99, 'p99.95': 99.95 });
  });

  it('returns sums, ranges between percentiles, and their ratio to the median', () => {
    const shaped = shape(hundred(100));

    expect(shaped).toMatchObject({
      type: 'numeric/continuous',
      count: 101,
      min: 100,
      max: 200,
      sum: 15_150,
      mean: 150,
      range: 100,
      iqrs: { iqr25: 25, iqr50: 50, iqr75: 75, iqr80: 80, iqr90: 90, iqr95: 95, iqr99: 99 },
    });
    expect(Object.keys(shaped.iqrs)).toHaveLength(8);
    expect(shaped.pscs.psc50).toBeCloseTo(50 / 150);
    expect(shaped.pscs['psc99.9']).toBeCloseTo(99.9 / 150);
  });

  it('omits the ratios if signs differ or the median is small compared with the ends', () => {
    expect(shape(hundred(-50))).not.toHaveProperty('pscs');
    expect(shape(discrete([0, 90], [1, 10]), { type: 'numeric/discrete' })).not.toHaveProperty(
      'pscs',
    );
    expect(shape(discrete([0, 3]), { type: 'numeric/discrete' }).pscs).toMatchObject({ psc50: 0 });
    expect(shape(discrete([1, 60], [101, 40]), { type: 'numeric/discrete' })).not.toHaveProperty(
      'pscs',
    );
    expect(shape(discrete([1, 60], [100, 40]), { type: 'numeric/discrete' })).toHaveProperty(
      'pscs',
    );
  });

  it('makes half-open bins over the data, empty ones included, the top value in the last', () => {
    const { hist } = shape(hundred(0, { 0: 25, 3: 26 }), { bins: 4 });

    expect(hist).toEqual([
      { bin: 1, count: 25, interval: [0, 25], density: 0.24752 },
      { bin: 2, count: 0, interval: [25, 50], density: 0 },
      { bin: 3, count: 0, interval: [50, 75], density: 0 },
      { bin: 4, count: 26, interval: [75, 100], density: 0.25743 },
    ]);
    expect(shape(hundred(0)).hist).toHaveLength(11);
  });

  it('centres the first and the last bin on the bounds with edge false', () => {
    const { hist } = shape(hundred(0), { bins: 3, edge: false, vmin: 0, vmax: 80 });

    expect(hist.map(({ interval }: { interval: number[] }) => interval)).toEqual([
      [0, 20],
      [20, 60],
      [60, 80],
    ]);
  });

  it('makes one bin for one value, however many bins are requested', () => {
    const one = { ...hundred(0), count: 1, min: 5, max: 5, binCounts: new Map([[0, 1]]) };

    expect(shape(one as MetricSummary, { bins: 9 }).hist).toEqual([
      { bin: 1, count: 1, interval: [5, 5], density: 1 },
    ]);
  });

  it('counts discrete numbers by frequency, then value, and interpolates between them', () => {
    const shaped = shape(discrete([10, 1], [2, 1], [3, 2]), { type: 'numeric/discrete' });

    expect(shaped).toMatchObject({
      type: 'numeric/discrete',
      count: 4,
      min: 2,
      max: 10,
      sum: 18,
      mean: 4.5,
      freq: [
        { value: 3, count: 2, density: 0.5 },
        { value: 2, count: 1, density: 0.25 },
        { value: 10, count: 1, density: 0.25 },
      ],
      uniq: [3, 2, 10],
    });
    expect(shaped.pcts).toMatchObject({ p10: 2.3, p25: 2.75, p50: 3, p75: 4.75 });
    expect(shaped).not.toHaveProperty('hist');
  });

  it('orders texts of equal frequency by code point', () => {
    const values = ['\uffff', '😀', 'B', 'a'].map((value) => ({ value, count: 1 }));

    expect(shape({ type: 'categorical/single', values })).toEqual({
      type: 'categorical/single',
      count: 4,
      freq: ['B', 'a', '\uffff', '😀'].map((value) => ({ value, count: 1, density: 0.25 })),
      uniq: ['B', 'a', '\uffff', '😀'],
    });
  });

  it('shows both values of a binary metric, and which of them occur', () => {
    expect(shape({ type: 'binary', trueCount: 0, falseCount: 3 })).toEqual({
      type: 'binary',
      count: 3,
      freq: [
        { value: true, count: 0, density: 0 },
        { value: false, count: 3, density: 1 },
      ],
      uniq: [false],
    });
  });

  it('counts texts and objects', () => {
    expect(shape({ type: 'json', count: 3 })).toEqual({ type: 'json', count: 3 });
  });
});

import { rowAt, sayValues, valuesIn, writeIn } from './read-series.js';

const series = [
  { name: 'a', colour: '--a', values: [4, null, 1] },
  { name: 'b', colour: '--b', values: [2, 3, 5] },
];

describe('rowAt', () => {
  it('finds the part of a bar at a height, and nothing above the bar', () => {
    const heights = [1, 5, 7];

    expect(heights.map((value) => rowAt(series, 'bars', { bucket: 0, value }))).toEqual([
      0,
      1,
      undefined,
    ]);
  });

  it('finds the line that is nearest, among those that have a point', () => {
    expect(rowAt(series, 'lines', { bucket: 2, value: 2 })).toBe(0);
    expect(rowAt(series, 'lines', { bucket: 1, value: 100 })).toBe(1);
  });
});

describe('valuesIn', () => {
  it('sums bars and takes the maximum of lines, in a range or in all buckets', () => {
    expect(valuesIn(series, 'bars', [1, 2])).toEqual([1, 8]);
    expect(valuesIn(series, 'lines', undefined)).toEqual([4, 5]);
  });

  it('returns null if a series has no value', () => {
    expect(valuesIn(series, 'lines', [1, 1])).toEqual([null, 3]);
  });
});

describe('writeIn', () => {
  const write = (value: number) => `${value} %`;

  it('says that the value of a line with several points is the highest of them', () => {
    expect(writeIn({ kind: 'lines', write }, undefined)(5)).toBe('up to 5 %');
    expect(writeIn({ kind: 'lines', write }, [0, 1])(5)).toBe('up to 5 %');
  });

  it('writes single points of lines and sums of bars unchanged', () => {
    expect(writeIn({ kind: 'lines', write }, [1, 1])(5)).toBe('5 %');
    expect(writeIn({ kind: 'bars', write }, undefined)(5)).toBe('5 %');
  });
});

describe('sayValues', () => {
  it('says all series, or the one below the cursor', () => {
    const said = { series, values: [null, 8], write: String };

    expect(sayValues({ ...said, row: undefined })).toBe('a –, b 8');
    expect(sayValues({ ...said, row: 1 })).toBe('b 8');
  });
});

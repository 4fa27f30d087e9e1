import { rowAt, sayValues, valuesIn } from './read-series.js';

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
  it('adds bars up, and takes the highest point of lines, in a range or in all', () => {
    expect(valuesIn(series, 'bars', [1, 2])).toEqual([1, 8]);
    expect(valuesIn(series, 'lines', undefined)).toEqual([4, 5]);
  });

  it('has null where a series has no value', () => {
    expect(valuesIn(series, 'lines', [1, 1])).toEqual([null, 3]);
  });
});

describe('sayValues', () => {
  it('says all series, or the one below the cursor', () => {
    const said = { series, values: [null, 8], write: String };

    expect(sayValues({ ...said, row: undefined })).toBe('a –, b 8');
    expect(sayValues({ ...said, row: 1 })).toBe('b 8');
  });
});

import { rateOfMap, writeRate } from './map-rate.js';

const minute = { oldest: '2026-05-01T10:00:00Z', newest: '2026-05-01T10:01:00Z' };
const day = { oldest: '2026-05-01T00:00:00Z', newest: '2026-05-02T00:00:00Z' };
const all = { read: 100, matched: 100 };

describe('the rate of a map', () => {
  it.each([
    { count: 720, range: minute, text: '12/s' },
    { count: 90, range: minute, text: '1.5/s' },
    { count: 60, range: minute, text: '1/s' },
    { count: 7, range: minute, text: '7/min' },
    { count: 100, range: day, text: '4.2/h' },
    { count: 3, range: day, text: '3/d' },
    { count: 0, range: day, text: '0' },
    { count: 86_400_000, range: day, text: '1,000/s' },
  ])('of $count in the window is $text', ({ count, range, text }) => {
    expect(writeRate(count, rateOfMap(all, range))).toBe(text);
  });

  it('counts the traces that a sample leaves out, and says that it is an estimate', () => {
    const rate = rateOfMap({ read: 20_000, matched: 60_000 }, minute);

    expect(writeRate(240, rate)).toBe('~12/s');
  });

  it('is the count if the window has no start or no trace matches', () => {
    expect(writeRate(1234, rateOfMap(all, undefined))).toBe('1,234');
    expect(rateOfMap({ read: 0, matched: 0 }, minute)).toBeUndefined();
  });
});

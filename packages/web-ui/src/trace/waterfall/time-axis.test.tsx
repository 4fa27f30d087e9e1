import fc from 'fast-check';
import { anOutline } from '../../testing/an-outline.js';
import { fromAxisNs, placeSpans, timeAxis, toAxisNs } from './time-axis.js';

const gaps = [
  { from: 100, to: 500 },
  { from: 600, to: 900 },
];
const folded = timeAxis(1000, gaps);

describe('timeAxis', () => {
  it('gives each folded gap the same small length', () => {
    const sizes = folded.breaks.map(({ shownFrom, shownTo }) => shownTo - shownFrom);

    expect(sizes).toEqual([expect.closeTo(9), expect.closeTo(9)]);
    expect(folded.length).toBeCloseTo(318);
  });

  it('keeps time between gaps as it is', () => {
    expect(toAxisNs(folded, 50)).toBe(50);
    expect(toAxisNs(folded, 600) - toAxisNs(folded, 500)).toBeCloseTo(100);
    expect(toAxisNs(folded, 1000)).toBeCloseTo(folded.length);
  });

  it('finds the moment of every place, and never reverses two moments', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), (one, other) => {
        const [first, second] = [toAxisNs(folded, one), toAxisNs(folded, other)];

        expect(fromAxisNs(folded, first)).toBeCloseTo(one, 6);
        expect(Math.sign(second - first)).toBe(Math.sign(other - one));
      }),
    );
  });
});

describe('placeSpans', () => {
  it('shortens a span that covers gaps by the folded time', () => {
    const spans = anOutline([{ duration: 1000 }]);

    expect(placeSpans(spans, folded).duration[0]).toBeCloseTo(318);
    expect(placeSpans(spans, timeAxis(1000, [])).duration[0]).toBe(1000);
  });
});

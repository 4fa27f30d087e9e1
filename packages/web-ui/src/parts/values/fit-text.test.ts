import fc from 'fast-check';
import { fitText } from './fit-text.js';

/** Measures a string in a font whose capital letters are 10 px wide and whose other characters are 6 px wide. */
function measure(text: string): number {
  return [...text].reduce((sum, letter) => sum + (/[A-Z]/.test(letter) ? 10 : 6), 0);
}

describe('fitText', () => {
  it('leaves a text that fits', () => {
    expect(fitText('search', 36, measure)).toBe('search');
  });

  it('cuts wide letters earlier than narrow ones', () => {
    expect(fitText('searching', 36, measure)).toBe('searc…');
    expect(fitText('SEARCHING', 36, measure)).toBe('SEA…');
  });

  it('never splits a character in two', () => {
    expect(fitText('😀😀😀😀', 18, measure)).toBe('😀😀…');
  });

  it('keeps as much of any text as fits', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'B', '9') }),
        fc.nat(200),
        (text, room) => {
          const width = room + 6; // wide enough for at least the ellipsis
          const kept = fitText(text, width, measure);

          expect(measure(kept)).toBeLessThanOrEqual(width);
          if (kept !== text) {
            const more = `${text.slice(0, kept.length)}…`;
            expect(measure(more)).toBeGreaterThan(width);
          }
        },
      ),
    );
  });
});

import fc from 'fast-check';
import { breakLines, MAX_LINE } from './large-text.js';

describe('breakLines', () => {
  it('keeps a text whose lines are short', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\n') }), (text) => {
        expect(breakLines(text)).toBe(text);
      }),
    );
  });

  it('breaks a long line into pieces, and loses nothing of it', () => {
    const text = `short\n${'x'.repeat(2 * MAX_LINE + 1)}\nend`;

    const lines = breakLines(text).split('\n');

    expect(lines.map(({ length }) => length)).toEqual([5, MAX_LINE, MAX_LINE, 1, 3]);
    expect(lines.slice(1, 4).join('')).toBe('x'.repeat(2 * MAX_LINE + 1));
  });
});

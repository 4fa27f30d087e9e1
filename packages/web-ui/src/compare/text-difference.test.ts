import fc from 'fast-check';
import { countLines, type TextPiece, textDifference } from './text-difference.js';

const anyText = fc
  .array(fc.constantFrom('the ', 'Flex', ' contract', '\n', '.', 'ä', '🙂', '  '), {
    maxLength: 30,
  })
  .map((parts) => parts.join(''));

function sideOf(pieces: readonly TextPiece[], other: TextPiece['kind']): string {
  return pieces
    .filter(({ kind }) => kind !== other)
    .map(({ text }) => text)
    .join('');
}

describe('textDifference', () => {
  it('marks the words that differ', () => {
    expect(textDifference('the Flex contract', 'the Family contract')).toEqual([
      { kind: 'same', text: 'the ' },
      { kind: 'only-a', text: 'Flex' },
      { kind: 'only-b', text: 'Family' },
      { kind: 'same', text: ' contract' },
    ]);
  });

  it('marks the lines that differ in long texts', () => {
    const long = 'some words\n'.repeat(3000);

    expect(textDifference(`${long}the Flex\n`, `${long}the Family\n`)).toEqual([
      { kind: 'same', text: long },
      { kind: 'only-a', text: 'the Flex\n' },
      { kind: 'only-b', text: 'the Family\n' },
    ]);
  });

  it('contains both texts', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const pieces = textDifference(a, b);

        expect(sideOf(pieces, 'only-b')).toBe(a);
        expect(sideOf(pieces, 'only-a')).toBe(b);
      }),
    );
  });

  it('finds no difference between equal texts', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(textDifference(text, text)).toEqual(text === '' ? [] : [{ kind: 'same', text }]);
        expect(countLines(text, text)).toEqual({ added: 0, removed: 0 });
      }),
    );
  });
});

describe('countLines', () => {
  it('counts the lines that only one text has', () => {
    expect(countLines('a\nb\nc', 'a\nx\ny\nc')).toEqual({ added: 2, removed: 1 });
  });
});

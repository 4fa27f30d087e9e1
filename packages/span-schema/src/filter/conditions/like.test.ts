import fc from 'fast-check';
import { canonicalLikePattern, createLikeMatcher } from './like.js';

function isLike(text: string, pattern: string) {
  return createLikeMatcher(canonicalLikePattern(pattern))(text);
}

/** Matches by the recursive definition, which takes exponential time in the number of `%`. */
function matchesSlowly(text: readonly string[], pattern: readonly string[]): boolean {
  const [head, ...tail] = pattern;
  if (head === undefined) {
    return text.length === 0;
  }
  if (head === '%') {
    return text.some((_, skip) => matchesSlowly(text.slice(skip), tail)) || matchesSlowly([], tail);
  }
  return (
    text.length > 0 && (head === '_' || head === text[0]) && matchesSlowly(text.slice(1), tail)
  );
}

describe('createLikeMatcher', () => {
  it.each([
    ['100%', '100\\%', true],
    ['1000', '100\\%', false],
    ['a_b', 'a\\_b', true],
    ['axb', 'a\\_b', false],
    ['a\\b', 'a\\\\b', true],
    ['ab', '\\a\\b', true],
    ['a\\', 'a\\', true],
    ['😀', '_', true],
    ['line\nbreak', 'line%', true],
    ['', '%', true],
    ['', '_', false],
  ])('%j like %j is %j', (text, pattern, expected) => {
    expect(isLike(text, pattern)).toBe(expected);
  });

  it('agrees with a recursive definition', () => {
    const anyOf = (...characters: string[]) =>
      fc.string({ unit: fc.constantFrom(...characters), maxLength: 7 });

    fc.assert(
      fc.property(anyOf('a', 'b', '😀'), anyOf('a', 'b', '%', '_'), (text, pattern) => {
        expect(isLike(text, pattern)).toBe(matchesSlowly([...text], [...pattern]));
      }),
    );
  });

  it('takes at most pattern length × text length steps', () => {
    expect(isLike('a'.repeat(20_000), `${'%a'.repeat(20)}b`)).toBe(false);
  });
});

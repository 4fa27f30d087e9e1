import { findMistake } from './check-text.js';

function marked(text: string) {
  const found = findMistake(text);
  return found && text.slice(found.from, found.to);
}

describe('findMistake', () => {
  it.each([
    { text: 'foo:bar timeout', part: 'foo:bar' },
    { text: 'status:error duration>fast x', part: 'fast' },
    { text: 'a) b', part: ')' },
    { text: '(a b', part: '(a b' },
    { text: 'x "a b', part: '"a b' },
  ])('marks $part of $text', ({ text, part }) => {
    expect(marked(text)).toBe(part);
  });

  it.each(['', 'status:error', 'status:', 'a or ', '-', 'type:a,'])(
    'finds none in %j, which is a filter or lacks only its end',
    (text) => {
      expect(marked(text)).toBeUndefined();
    },
  );
});

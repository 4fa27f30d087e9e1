import { parseFilterText } from '../filter-bar/parse-filter-text.js';
import type { Outline } from '../outline/outline.js';
import { findWords, wordsOf } from './find-in-outline.js';

describe('wordsOf', () => {
  it('returns the words of a text without conditions', () => {
    expect(wordsOf(parseFilterText('Draft "two words"') as never)).toEqual(['draft', 'two words']);
  });

  it.each(['status:error', 'a or b', '-a', 'a status:error'])('returns nothing for %j', (text) => {
    expect(wordsOf(parseFilterText(text) as never)).toBeUndefined();
  });
});

describe('findWords', () => {
  const texts = ['Draft', 'shop', 'chat', 'demo-model'];
  const outline: Partial<Outline> = {
    texts,
    count: 2,
    ids: BigUint64Array.of(0xaan, 0xbbn),
    name: Int32Array.from([0, 1]),
    service: Int32Array.from([1, -1]),
    type: Int32Array.from([2, -1]),
    model: Int32Array.from([3, -1]),
  };
  const find = (...words: readonly string[]) => findWords(outline as Outline, words);

  it('finds parts of names, services, types and models, whatever their case', () => {
    expect([find('dra'), find('shop'), find('chat'), find('demo')]).toEqual([
      [0],
      [0, 1],
      [0],
      [0],
    ]);
  });

  it('needs every word', () => {
    expect([find('draft', 'shop'), find('draft', 'other')]).toEqual([[0], []]);
  });

  it('finds a span by its whole id', () => {
    expect(find('00000000000000bb')).toEqual([1]);
  });
});

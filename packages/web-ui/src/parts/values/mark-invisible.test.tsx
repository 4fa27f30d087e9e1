import { markInvisible } from './write-value.js';

describe('markInvisible', () => {
  it('writes control and direction characters by their numbers', () => {
    expect(markInvisible('a\u202Egnp.exe\u0000')).toBe('a<U+202E>gnp.exe<U+0000>');
  });

  it('keeps other texts, and the joiners of emoji', () => {
    expect(markInvisible('שלום 👩\u200D👧')).toBe('שלום 👩\u200D👧');
  });
});

import { readFolded, toggleFold, unfoldTo, writeFolded } from './folded-spans.js';

const spanIds = ['aa', 'bb', 'cc'];

describe('the folded spans of an address', () => {
  it('are those that were written', () => {
    const folded = new Set([0, 2]);

    expect(readFolded(writeFolded(folded, spanIds), spanIds)).toEqual(folded);
  });

  it('are none without a text, and ids of other traces are left out', () => {
    expect([readFolded(undefined, spanIds), readFolded('dd.bb', spanIds)]).toEqual([
      new Set(),
      new Set([1]),
    ]);
  });

  it('are not written when there are too many', () => {
    const many = Array.from({ length: 101 }, (_, at) => `${at}`);

    expect(writeFolded(new Set(many.keys()), many)).toBeUndefined();
  });
});

describe('unfoldTo', () => {
  it('unfolds the ancestors of a span and nothing else', () => {
    const parent = Int32Array.from([-1, 0, 1, 0]);

    expect(unfoldTo(new Set([0, 1, 2, 3]), 2, parent)).toEqual(new Set([2, 3]));
  });
});

describe('toggleFold', () => {
  it('folds and unfolds', () => {
    expect([toggleFold(new Set([1]), 2), toggleFold(new Set([1, 2]), 2)]).toEqual([
      new Set([1, 2]),
      new Set([1]),
    ]);
  });
});

import type { JsonObject } from '@spanhouse/span-schema';
import { dropAttributes } from './pick-attributes.js';

describe('dropAttributes', () => {
  it.each<[string, JsonObject, readonly string[], JsonObject]>([
    ['neighbours', { tags: ['A', 'B', 'C'] }, ['tags.0', 'tags.1'], { tags: ['C'] }],
    ['the last two', { tags: ['A', 'B'] }, ['tags.0', 'tags.1'], { tags: [] }],
    ['in any order', { tags: ['A', 'B', 'C'] }, ['tags.2', 'tags.0'], { tags: ['B'] }],
    ['one twice', { tags: ['A', 'B', 'C'] }, ['tags.0', 'tags.0'], { tags: ['B', 'C'] }],
    ['within one that moves', { l: ['A', { b: 1, c: 2 }] }, ['l.0', 'l.1.b'], { l: [{ c: 2 }] }],
    ['a part and the whole', { a: { b: 1 }, c: 2 }, ['a', 'a.b'], { c: 2 }],
    ['the whole and a part', { a: { b: 1 }, c: 2 }, ['a.b', 'a'], { c: 2 }],
    ['names with dots', { 'a.b': 1, a: { b: 2, c: 3 } }, ['a.b', 'a.c'], { 'a.b': 1, a: {} }],
  ])('removes elements and members as the paths name them at first: %s', (_name, ...drop) => {
    const [attributes, paths, left] = drop;

    expect(dropAttributes(attributes, paths)).toEqual([]);
    expect(attributes).toEqual(left);
  });

  it('returns the paths that lead to nothing', () => {
    const attributes = { tags: ['A', 'B'], a: { b: 1 } };

    expect(dropAttributes(attributes, ['tags.0', 'tags.2', 'a.b.c', 'a.b', 'x'])).toEqual([
      'tags.2',
      'a.b.c',
      'x',
    ]);
    expect(attributes).toEqual({ tags: ['B'], a: {} });
  });
});

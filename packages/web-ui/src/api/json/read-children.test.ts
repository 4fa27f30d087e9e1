import fc from 'fast-check';
import { JsonIndex } from './json-index.js';
import { Children } from './read-children.js';

/** Returns the index, name and value of each child, in reverse order. */
function childrenOf(text: string) {
  const children = new Children(JsonIndex.readNow(text), 0);
  return Array.from({ length: children.size }, (_, at) => at)
    .reverse()
    .map((at) => {
      const { name, from, to } = children.at(at);
      return [at, name, JSON.parse(text.slice(from, to))];
    });
}

/** Generates lists and objects that are long enough to span several blocks. */
function anyLong(): fc.Arbitrary<readonly unknown[]> {
  const item = fc.oneof(fc.integer(), fc.string(), fc.constant({}), fc.constant([1, { a: ',' }]));
  return fc
    .record({ part: fc.array(item, { minLength: 1, maxLength: 9 }), length: fc.nat(800) })
    .map(({ part, length }) => Array.from({ length }, (_, at) => part[at % part.length]));
}

describe('Children', () => {
  it('finds the items of a list and the members of an object of any length, the last one first', () => {
    fc.assert(
      fc.property(anyLong(), fc.constantFrom(0, 1), (items, indent) => {
        const members = items.map((item, at) => [`na"me ${at}`, item] as const);
        const found = childrenOf(JSON.stringify(items, undefined, indent)).reverse();
        const named = childrenOf(JSON.stringify(Object.fromEntries(members))).reverse();

        expect(found).toEqual(items.map((item, at) => [at, undefined, item]));
        expect(named).toEqual(members.map(([name, item], at) => [at, name, item]));
      }),
    );
  });
});

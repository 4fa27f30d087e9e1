import fc from 'fast-check';
import { JsonIndex } from './json-index.js';
import { Children } from './read-children.js';

/** Returns the children in a given order of indexes, each as its index, name and value. */
function childrenOf(text: string, places: (size: number) => readonly number[]) {
  const children = new Children(JsonIndex.readNow(text), 0);
  return places(children.size).map((place) => {
    const { name, from, to } = children.at(place);
    return [place, name, JSON.parse(text.slice(from, to))];
  });
}

function downwards(size: number): readonly number[] {
  return [...Array(size).keys()].reverse();
}

/** Generates long values, which span several blocks. */
function anyLong(): fc.Arbitrary<readonly unknown[]> {
  const item = fc.oneof(fc.integer(), fc.string(), fc.constant({}), fc.constant([1, { a: ',' }]));
  return fc
    .record({ part: fc.array(item, { minLength: 1, maxLength: 9 }), length: fc.nat(800) })
    .map(({ part, length }) => Array.from({ length }, (_, at) => part[at % part.length]));
}

describe('Children', () => {
  it('finds the items of a list of any length, whichever is asked for first', () => {
    fc.assert(
      fc.property(anyLong(), fc.constantFrom(0, 1), (items, indent) => {
        const found = childrenOf(JSON.stringify(items, undefined, indent), downwards);

        expect(found.reverse()).toEqual(items.map((item, at) => [at, undefined, item]));
      }),
    );
  });

  it('finds the members of an object of any length with their names', () => {
    fc.assert(
      fc.property(anyLong(), (items) => {
        const members = items.map((item, at) => [`na"me ${at}`, item] as const);

        const found = childrenOf(JSON.stringify(Object.fromEntries(members)), downwards);

        expect(found.reverse()).toEqual(members.map(([name, item], at) => [at, name, item]));
      }),
    );
  });
});

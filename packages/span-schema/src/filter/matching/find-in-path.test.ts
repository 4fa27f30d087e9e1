import type { JsonObject } from '../../json/json.js';
import { findInPath } from './find-in-path.js';

/** Counts the accesses to members of an object. */
function countAccesses(target: JsonObject) {
  let accesses = 0;
  const handler = Object.fromEntries(
    (['get', 'has', 'getOwnPropertyDescriptor'] as const).map((trap) => [
      trap,
      (...args: unknown[]) => {
        accesses += 1;
        return Reflect.apply(Reflect[trap], undefined, args);
      },
    ]),
  );
  return { value: new Proxy(target, handler), accesses: () => accesses };
}

describe('findInPath', () => {
  it.each([
    [{ a: { b: 1 } }, 'a.b', 1],
    [{ 'a.b': 1 }, 'a.b', 1],
    [{ a: { b: 1 }, 'a.b': 2 }, 'a.b', 1],
    [{ a: {}, 'a.b': 2 }, 'a.b', 2],
    [{ a: [1, 2] }, 'a.1', 2],
    [{ a: 1 }, 'b', undefined],
    [{ a: 1 }, '__proto__', undefined],
  ])('finds in %j at %s the value %j', (value, path, expected) => {
    expect(findInPath(value, path)).toEqual(expected);
  });

  it('does not look up each of ten thousand prefixes of a path', () => {
    const { value, accesses } = countAccesses({ a: 'text', b: 'text' });

    const found = findInPath(value, Array.from({ length: 10_000 }, () => 'a').join('.'));

    expect(found).toBeUndefined();
    expect(accesses()).toBeLessThan(10);
  });
});

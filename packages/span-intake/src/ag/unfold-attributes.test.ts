import { type JsonObject, stringifyJson } from '@spanhouse/span-schema';
import fc from 'fast-check';
import { RequestTooComplex } from '../submission/request-too-complex.js';
import { anyAttributes } from '../testing/any-sent-span.js';
import { parseBodyText } from '../testing/read-body.js';
import { canonicalAttributes } from '../testing/sent-span.js';
import { unfoldAttributes, unfoldPlainAttributes } from './unfold-attributes.js';
import { createUnfoldBudget } from './unfold-budget.js';

function unfold(json: string) {
  return unfoldPlainAttributes(parseBodyText(json) as never, createUnfoldBudget());
}

describe('unfoldAttributes', () => {
  it.each([
    ['{"a":{"b":{"c.d":1}},"a.e":2}', '{"a":{"b":{"c.d":1},"e":2}}'],
    ['{"a.b.c":1,"a.b.d":null}', '{"a":{"b":{"c":1,"d":null}}}'],
    ['{"a.0":1,"a.2":3}', '{"a":[1,null,3]}'],
    ['{"a.0.b":1,"a.1.b":2}', '{"a":[{"b":1},{"b":2}]}'],
    ['{"0.a":1}', '{"0":{"a":1}}'],
    ['{"a.01":1,"a.10000":2}', '{"a":{"01":1,"10000":2}}'],
    ['{"a..b":1,".a":2,"a.":3}', '{"a":{"":3},"":{"a":2},"_conflicts":{"a..b":1}}'],
    ['{"":1}', '{"":1}'],
    ['{"a":[1],"a.1":2}', '{"a":[1,2]}'],
    ['{"__proto__.x":1,"a.__proto__":2}', '{"__proto__":{"x":1},"a":{"__proto__":2}}'],
    ['{"constructor.name":"c","a.toString":1}', '{"constructor":{"name":"c"},"a":{"toString":1}}'],
    ['{"n.big":9007199254740993}', '{"n":{"big":9007199254740993}}'],
  ])('unfolds %s', (sent, expected) => {
    expect(unfold(sent)).toEqual(parseBodyText(expected));
  });

  it.each([
    ['{"a":"x","a.b":1}', '{"a":"x","_conflicts":{"a.b":1}}'],
    ['{"a.b":1,"a":"x"}', '{"a":"x","_conflicts":{"a.b":1}}'],
    ['{"a":null,"a.b":1}', '{"a":null,"_conflicts":{"a.b":1}}'],
    ['{"a":{"b":1},"a.b":1}', '{"a":{"b":1}}'],
    ['{"a":{"b":[1]},"a.b":[1]}', '{"a":{"b":[1]}}'],
    [
      '{"a":{"b":{"c":1}},"a.b":{"c":2,"d":3}}',
      '{"a":{"b":{"c":1,"d":3}},"_conflicts":{"a.b.c":2}}',
    ],
    ['{"a":{"b":1},"a.0":2}', '{"a":{"b":1},"_conflicts":{"a.0":2}}'],
    ['{"a":[1],"a.b":2}', '{"a":[1],"_conflicts":{"a.b":2}}'],
    ['{"a":[null],"a.0":2}', '{"a":[null],"_conflicts":{"a.0":2}}'],
    ['{"a.2":3,"a.0":1,"a.1":2}', '{"a":[1,2,3]}'],
    ['{"_conflicts":5,"a":1,"a.b":2}', '{"_conflicts":{"_conflicts":5,"a.b":2},"a":1}'],
    ['{"_conflicts":{"a.b":3},"a":1,"a.b":2}', '{"_conflicts":{"a.b":3,"a.b#2":2},"a":1}'],
  ])('loses no value of %s', (sent, expected) => {
    expect(unfold(sent)).toEqual(parseBodyText(expected));
  });

  it('keeps losing values below ag in ag.unsupported', () => {
    const sent = '{"a":"x","a.b":1,"ag.data.outputs":"o","ag.data.outputs.k":2}';

    expect(canonicalAttributes(parseBodyText(sent) as never)).toEqual({
      a: 'x',
      _conflicts: { 'a.b': 1 },
      ag: { data: { outputs: 'o' }, unsupported: { _conflicts: { 'ag.data.outputs.k': 2 } } },
    });
  });

  it('never replaces a losing value with a later key', () => {
    const sent = '{"ag":"x","ag.unsupported":5,"ag.data.outputs":"o"}';

    expect(canonicalAttributes(parseBodyText(sent) as never)).toEqual({
      ag: {
        data: {},
        unsupported: { _invalid: 'x', _conflicts: { 'ag.unsupported': 5, 'ag.data.outputs': 'o' } },
      },
    });
  });

  it('does not split a key of more than 100 segments', () => {
    const split = Array(100).fill('k').join('.');
    const whole = Array(101).fill('k').join('.');

    const unfolded = unfoldPlainAttributes({ [split]: 1, [whole]: 2 }, createUnfoldBudget());

    expect(Object.keys(unfolded).sort()).toEqual(['k', whole]);
  });

  it('bounds the elements that gaps may create', () => {
    const attributes: { [key: string]: number } = {};
    for (let key = 0; key < 1000; key++) {
      attributes[`k${key}.9999`] = key;
    }

    const unfolded = unfoldPlainAttributes(attributes, {
      ...createUnfoldBudget(),
      elementsLeft: 20_000,
    });

    expect((unfolded['k1'] as unknown[]).length).toBe(10_000);
    expect(Object.keys(unfolded['_conflicts'] ?? {})).toHaveLength(998);
  });

  it('refuses keys that create far more objects than keys of real spans', () => {
    const attributes: { [key: string]: number } = {};
    for (let key = 0; key < 1000; key++) {
      attributes[Array.from({ length: 99 }, (_, at) => `${key}_${at % 7}`).join('.')] = key;
    }

    expect(() => unfoldPlainAttributes(attributes, createUnfoldBudget())).toThrow(
      RequestTooComplex,
    );
  });

  it('keeps a hundred thousand values of one path, each under a suffix', () => {
    const samePath = (depth: number): JsonObject => {
      const values: JsonObject = {};
      for (let length = 1; length <= depth; length++) {
        const key = new Array(length).fill('a').join('.');
        values[key] = length === depth ? Math.random() : samePath(depth - length);
      }
      return values;
    };
    const attributes = { r: { x: samePath(17) }, 'r.x': samePath(17) };

    const unfolded = unfoldPlainAttributes(attributes, createUnfoldBudget());

    expect(Object.keys(unfolded['_conflicts'] ?? {})).toHaveLength(2 ** 16);
  });

  it('cuts the paths of conflicts below one long name', () => {
    const leaves = (value: number) =>
      Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`m${at}`, value]));
    const name = 'n'.repeat(100_000);
    const attributes = { r: { [name]: leaves(1) }, [`r.${name}`]: leaves(2) };

    const unfolded = unfoldPlainAttributes(attributes, createUnfoldBudget());

    const conflicts = Object.keys(unfolded['_conflicts'] ?? {});
    expect(conflicts).toHaveLength(20_000);
    expect(conflicts.join('').length).toBeLessThan(3_000_000);
  });

  it('returns attributes without dots and ag unchanged', () => {
    const attributes = { a: 1, b: { 'c.d': 2 } };

    expect(unfoldAttributes(attributes, createUnfoldBudget()).others).toBe(attributes);
  });

  it('keeps every submitted scalar, except a null that means an absent ag', () => {
    fc.assert(
      fc.property(anyAttributes(), (attributes) => {
        const sent = scalarsOf(attributes);
        const kept = scalarsOf(
          unfoldPlainAttributes(structuredClone(attributes), createUnfoldBudget()),
        );

        for (const scalar of new Set(sent.filter((text) => text !== 'object null'))) {
          expect(kept).toContain(scalar);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(anyAttributes(), (attributes) => {
        const once = unfoldPlainAttributes(attributes, createUnfoldBudget());
        const text = stringifyJson(once);

        expect(stringifyJson(unfoldPlainAttributes(once, createUnfoldBudget()))).toBe(text);
      }),
      { numRuns: 300 },
    );
  });
});

function scalarsOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).flatMap(scalarsOf);
  }
  return [`${typeof value} ${String(value)}`];
}

import type { JsonObject } from '@spanhouse/span-schema';
import type { Adapter } from './adapter.js';
import { AttributeMapper } from './attribute-mapper.js';
import { rulesOf } from './mapping-table.js';

const first: Adapter = {
  name: 'traceloop',
  ruleFor: rulesOf({ exact: { a: 'meta.a', b: 'meta.b' } }),
};
const second: Adapter = { name: 'gen_ai', ruleFor: rulesOf({ exact: { c: 'meta.a' } }) };
const failing: Adapter = {
  name: 'vercel_ai',
  ruleFor: rulesOf({ exact: { a: 'meta.a', d: 'meta.d' } }),
  finish(mapped) {
    mapped.deleteAtAndBelow('ag.meta');
    throw new Error('no');
  },
};

function spanWith(attributes: JsonObject) {
  return { attributes, has_mapped_usage: false, has_stated_costs: false };
}

function map(adapters: readonly Adapter[], attributes: JsonObject) {
  const mapper = new AttributeMapper(adapters);
  const failed = mapper.map(spanWith(attributes));
  return { attributes, failed };
}

describe('AttributeMapper', () => {
  it('leaves unknown attributes unchanged', () => {
    expect(map([first, second], { x: 1, 'y.z': 2 })).toEqual({
      attributes: { x: 1, 'y.z': 2 },
      failed: [],
    });
  });

  it('prefers a later adapter to an earlier one, whatever the order of the attributes', () => {
    for (const attributes of [
      { a: 1, b: 2, c: 3 },
      { c: 3, b: 2, a: 1 },
    ]) {
      expect(map([first, second], { ...attributes }).attributes).toEqual({
        ...attributes,
        'ag.meta.a': 3,
        'ag.meta.b': 2,
      });
    }
  });

  it('does not overwrite ag values that the producer sent itself', () => {
    expect(map([first], { a: 1, 'ag.meta.a': null }).attributes).toEqual({
      a: 1,
      'ag.meta.a': null,
    });
  });

  it('ignores an adapter that fails, reports its name, and runs it again on the next span', () => {
    const mapper = new AttributeMapper([first, failing, second]);
    const attributes: JsonObject = { a: 1, b: 2, d: 4 };

    expect(mapper.map(spanWith(attributes))).toEqual(['vercel_ai']);
    expect(attributes).toEqual({ a: 1, b: 2, d: 4, 'ag.meta.a': 1, 'ag.meta.b': 2 });
    expect(mapper.map(spanWith({ d: 4 }))).toEqual(['vercel_ai']);
    expect(mapper.map(spanWith({ b: 2 }))).toEqual([]);
  });

  it('maps copies, so that merging into them changes no attribute', () => {
    const sent = { list: [{ x: 1 }] };

    const { attributes } = map([first], { a: sent });

    expect(attributes['ag.meta.a']).toEqual(sent);
    expect(attributes['ag.meta.a']).not.toBe(sent);
  });

  it('maps keys in the same way after its cache overflows', () => {
    const mapper = new AttributeMapper([first]);
    for (let key = 0; key < 10_000; key++) {
      mapper.map(spanWith({ [`k${key}`]: 0, [`${'long'.repeat(100)}${key}`]: 0 }));
    }
    const attributes: JsonObject = { a: 1 };

    mapper.map(spanWith(attributes));

    expect(attributes).toEqual({ a: 1, 'ag.meta.a': 1 });
  });
});

import type { JsonObject } from '@spanhouse/span-schema';
import fc from 'fast-check';
import { type ComparedSpan, SideComparison } from './compare-sides.js';

const keys = ['a', 'b.c', 'b.d'];

function anySpans(): fc.Arbitrary<readonly ComparedSpan[]> {
  const value = fc.option(
    fc.oneof(fc.constantFrom('x', 'y', 'true', true, false, 0, 1, 2.5, -4), fc.nat(30).map(String)),
    { nil: undefined },
  );
  const span = fc.record({
    is_selected: fc.boolean(),
    name: fc.constantFrom('ask', 'draft'),
    service: fc.constantFrom(undefined, 'shop'),
    values: fc.tuple(value, value, value),
    list: fc.constantFrom([], ['x'], null),
  });
  return fc.array(span, { maxLength: 40, size: 'max' }).map((spans) =>
    spans.map(({ is_selected, name, service, values: [a, c, d], list }) => ({
      is_selected,
      fields: { span_name: name, service_name: service },
      attributes: JSON.parse(JSON.stringify({ a, b: { c, d }, list })) as JsonObject,
    })),
  );
}

function valueAt({ fields, attributes }: ComparedSpan, name: string): unknown {
  const nested = attributes['b'] as JsonObject;
  const all: Record<string, unknown> = {
    a: attributes['a'],
    'b.c': nested['c'],
    'b.d': nested['d'],
    ...fields,
  };
  return all[name];
}

/**
 * Computes the shares of one attribute naively. Returns undefined if the attribute has no values of the type or is left
 * out.
 */
function sharesOf(spans: readonly ComparedSpan[], name: string, type: 'text' | 'number') {
  const isOfType = (value: unknown) =>
    type === 'number' ? typeof value === 'number' : ['string', 'boolean'].includes(typeof value);
  const share = (isSelected: boolean, test: (value: unknown) => boolean) => {
    const side = spans.filter(({ is_selected }) => is_selected === isSelected);
    return side.length === 0
      ? 0
      : side.filter((span) => test(valueAt(span, name))).length / side.length;
  };
  const shares = (test: (value: unknown) => boolean) => ({
    selected: share(true, test),
    rest: share(false, test),
  });
  const present = spans.map((span) => valueAt(span, name)).filter(isOfType);
  if (present.length === 0) {
    return undefined;
  }
  const { selected, rest } = shares((value) => !isOfType(value));
  const absent = [selected, rest];
  if (type === 'text') {
    const values = [...new Set(present)];
    return values.length > 10 && values.length > present.length / 2
      ? ('left out' as const)
      : {
          absent,
          shares: values.map((value) => ({ value, ...shares((other) => other === value) })),
        };
  }
  const numbers = present as readonly number[];
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)];
  const edges =
    min === max ? [min, max] : Array.from({ length: 11 }, (_, i) => min + (i * (max - min)) / 10);
  return {
    absent,
    shares: edges.slice(1).map((to, index) => {
      const from = edges[index] ?? 0;
      const isLast = index === edges.length - 2;
      const isIn = (value: unknown) =>
        typeof value === 'number' && value >= from && (isLast || value < to);
      return { from, to: isLast ? max : to, ...shares(isIn) };
    }),
  };
}

function compare(
  spans: readonly ComparedSpan[],
  { limit = 100, maxBytes = Number.POSITIVE_INFINITY } = {},
) {
  const comparison = new SideComparison({ maxSpans: 1000, maxBytes });
  for (const span of spans) {
    comparison.add(span);
  }
  return comparison.compare(limit);
}

function scoreOf(absent: readonly number[], shares: readonly { selected: number; rest: number }[]) {
  const [selected = 0, rest = 0] = absent;
  return [{ selected, rest }, ...shares].reduce(
    (sum, share) => sum + Math.abs(share.selected - share.rest) / 2,
    0,
  );
}

function sorted(items: readonly object[]) {
  return items.map((item) => JSON.stringify(item)).toSorted();
}

const places = [...keys, 'span_name', 'service_name'];

describe('SideComparison', () => {
  it('computes shares, scores and what is left out as their definitions do', () => {
    fc.assert(
      fc.property(anySpans(), (spans) => {
        const { attributes, left_out, selected, rest } = compare(spans);

        const expected = places.flatMap((name) =>
          (['text', 'number'] as const).map((type) => ({
            name,
            type,
            ...wrap(spans, name, type),
          })),
        );
        const present = expected.filter(({ found }) => typeof found === 'object');
        expect([selected, rest]).toEqual([
          spans.filter(({ is_selected }) => is_selected).length,
          spans.filter(({ is_selected }) => !is_selected).length,
        ]);
        expect(left_out).toBe(expected.filter(({ found }) => found === 'left out').length);
        expect(attributes.length).toBe(present.length);
        for (const { name, type, found } of present) {
          const shown = attributes.find(
            (one) => (one.key ?? one.field) === name && one.type === type,
          );
          const { absent, shares } = found as Exclude<typeof found, string | undefined>;
          expect(shown?.field).toBe(keys.includes(name) ? 'attributes' : name);
          expect(shown?.absent).toEqual(absent);
          expect(shown?.score).toBeCloseTo(scoreOf(absent, shares), 9);
          expect(sorted(shown?.bins ?? shown?.values ?? [])).toEqual(sorted(shares.slice(0, 20)));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('orders attributes by score, and returns at most as many as requested', () => {
    fc.assert(
      fc.property(anySpans(), fc.integer({ min: 1, max: 4 }), (spans, limit) => {
        const { attributes } = compare(spans);
        const scores = attributes.map(({ score }) => score);

        expect(scores).toEqual(scores.toSorted((left, right) => right - left));
        expect(compare(spans, { limit }).attributes).toEqual(attributes.slice(0, limit));
      }),
    );
  });

  it('lists the twenty most frequent values', () => {
    const span = (a: string): ComparedSpan => ({
      is_selected: true,
      fields: {},
      attributes: { a },
    });
    const often = Array.from({ length: 30 }, (_, index) => `${index}`.padStart(2, '0'));
    const all = [...often, ...often, ...often, 'zz', 'zz', 'zz', 'zz'];

    const [first] = compare(all.map(span)).attributes;

    expect(first?.values?.map(({ value }) => value)).toEqual(['zz', ...often.slice(0, 19)]);
  });

  const spansOf = (attributes: (index: number) => JsonObject) =>
    Array.from({ length: 100 }, (_, index) => ({
      is_selected: index < 50,
      fields: {},
      attributes: attributes(index),
    }));

  it('leaves out the texts with the most values where all values are too many to hold', () => {
    const spans = spansOf((index) => ({ few: `${index % 2}`, many: `${index % 40}`, n: index }));

    const compared = compare(spans, { maxBytes: 5000 });

    expect(compared.attributes.map(({ key }) => key).toSorted()).toEqual(['few', 'n']);
    expect(compared.left_out).toBe(1);
    expect(compare(spans).left_out).toBe(0);
  });

  it('leaves out numbers where they alone are too many to hold', () => {
    const spans = spansOf((index) => ({ n: index, text: 'a', ...(index < 3 && { rare: index }) }));

    const compared = compare(spans, { maxBytes: 1400 });

    expect(compared.attributes.map(({ key }) => key)).toEqual(['rare']);
    expect(compared.left_out).toBe(2);
  });

  it('is 422 for more keys than it can hold', () => {
    const spans = spansOf((index) => ({ [`key ${index}`]: true }));

    expect(() => compare(spans, { maxBytes: 10_000 })).toThrow(
      expect.objectContaining({ status: 422 }),
    );
    expect(compare(spans).attributes).toHaveLength(100);
  });
});

function wrap(spans: readonly ComparedSpan[], name: string, type: 'text' | 'number') {
  return { found: sharesOf(spans, name, type) };
}

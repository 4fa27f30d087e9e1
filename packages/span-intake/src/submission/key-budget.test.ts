import { Buffer } from 'node:buffer';
import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import { attributeMapper } from '../adapters/attribute-mapper.js';
import { unfoldPlainAttributes } from '../ag/unfold-attributes.js';
import { createUnfoldBudget } from '../ag/unfold-budget.js';
import { acceptOtlp } from '../otlp/accept-otlp.js';
import { anOtlpSpan, encodeOtlp, otlpRequestOf } from '../testing/otlp.js';
import { KeyBudget } from './key-budget.js';
import { RequestTooComplex } from './request-too-complex.js';

/** Returns attributes that count how often their values are read. */
function countingReads(attributes: JsonObject) {
  let count = 0;
  const counted = new Proxy(attributes, {
    get(target, name) {
      count += 1;
      return target[name as string];
    },
  });
  return { attributes: counted, count: () => count };
}

function manyAttributes(count: number, keyOf: (at: number) => string, value: JsonValue = 1) {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [keyOf(at), value]));
}

const keyForms: readonly (readonly [string, (at: number) => string])[] = [
  ['ag.data.<i>', (at) => `ag.data.${at}`],
  ['ag.references.<i>', (at) => `ag.references.${at}.id`],
  ['ag.x<i>', (at) => `ag.x${at}`],
  ['conventions', (at) => `gen_ai.prompt.${at}.content`],
];

describe('KeyBudget', () => {
  it.each(keyForms)('stops the work on a span at the limit: %s', (_, keyOf) => {
    const unfolding = countingReads(manyAttributes(50_000, (at) => keyOf(at + 1_000_000)));
    const mapping = countingReads(manyAttributes(50_000, (at) => keyOf(at + 2_000_000)));

    const unfold = () => unfoldPlainAttributes(unfolding.attributes, createUnfoldBudget());
    const span = {
      attributes: mapping.attributes,
      has_mapped_usage: false,
      has_stated_costs: false,
    };
    const map = () => attributeMapper.map(span, new KeyBudget());

    expect(unfold).toThrow(RequestTooComplex);
    expect(map).toThrow('The attributes of the request have more than 5000 different short keys.');
    expect(unfolding.count()).toBeLessThanOrEqual(5001);
    expect(mapping.count()).toBeLessThanOrEqual(5001);
  });

  it.each([
    ['the same keys again and again', (at: number) => `p.q${at % 5000}`, 1],
    ['long keys', (at: number) => `${'k'.repeat(50)}.q${at}`, 1],
    ['short keys with longer texts', (at: number) => `p.q${at}`, 'x'.repeat(50)],
  ])('has room for any number of %s', (_, keyOf, value) => {
    const budget = createUnfoldBudget();

    for (let span = 0; span < 10; span++) {
      const attributes = manyAttributes(5000, (at) => keyOf(span * 5000 + at), value);
      expect(() => unfoldPlainAttributes(attributes, budget)).not.toThrow();
    }
  });
});

describe('acceptOtlp', () => {
  const receivedAt = 1_777_629_700_000_000_000n;
  const spanOf = (count: number, keyOf: (at: number) => string) =>
    anOtlpSpan({
      attributes: Array.from({ length: count }, (_, at) => ({
        key: keyOf(at),
        value: { intValue: 1 },
      })),
    });

  it.each(['json', 'protobuf'] as const)('refuses too many different keys, in %s', (encoding) => {
    const request = otlpRequestOf(spanOf(5001, (at) => `${encoding}${at}`));
    const body =
      encoding === 'json' ? Buffer.from(JSON.stringify(request)) : Buffer.from(encodeOtlp(request));

    expect(acceptOtlp({ body, encoding, receivedAt })).toMatchObject({
      status: 'too_complex',
      limit: 'names',
    });
  });

  it('refuses too many different names inside values', () => {
    const values = Array.from({ length: 40_000 }, (_, at) => ({ key: `n${at}` }));
    const attributes = [{ key: 'k', value: { kvlistValue: { values } } }];
    const body = Buffer.from(encodeOtlp(otlpRequestOf(anOtlpSpan({ attributes }))));

    expect(acceptOtlp({ body, encoding: 'protobuf', receivedAt })).toEqual({
      status: 'too_complex',
      limit: 'names',
      reason: 'OTLP batch holds more different names than 10000 and one for every 32 characters.',
    });
  });

  it('refuses too many different references for the size of the body', () => {
    const spans = Array.from({ length: 3000 }, (_, at) =>
      anOtlpSpan({
        spanId: (at + 1).toString(16).padStart(16, '0'),
        attributes: [{ key: 'ag.references.query.slug', value: { stringValue: `q${at}` } }],
      }),
    );
    const body = Buffer.from(encodeOtlp(otlpRequestOf(...spans)));

    expect(acceptOtlp({ body, encoding: 'protobuf', receivedAt })).toEqual({
      status: 'too_complex',
      limit: 'hashes',
      reason: 'The request has too many different references.',
    });
  });
});

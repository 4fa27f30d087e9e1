import { manyRuns } from '@spanhouse/span-schema/testing';
import fc from 'fast-check';
import { parseQuery } from '../parse/parse-query.js';
import { anyQuery } from '../testing/any-query.js';
import { printDuration } from './print-duration.js';
import { printQuery } from './print-query.js';

describe('printQuery', () => {
  it('writes a text that parseQuery reads as the same query', () => {
    fc.assert(
      fc.property(anyQuery(), (query) => {
        expect(parseQuery(printQuery(query))).toEqual(query);
      }),
      { numRuns: manyRuns },
    );
  });

  it('writes the canonical names of fields', () => {
    const query = parseQuery(
      '{ span:name = "a" } | select(trace:rootService, span."odd name", .x)',
    );

    expect(printQuery(query)).toBe('{ name = "a" } | select(rootServiceName, span."odd name", .x)');
  });
});

describe('printDuration', () => {
  it.each([
    [0n, '0s'],
    [1n, '1ns'],
    [1500n, '1.5µs'],
    [600_000_000n, '600ms'],
    [1_500_000_000n, '1.5s'],
    [60_000_000_000n, '1m0s'],
    [3_723_500_000_000n, '1h2m3.5s'],
    [-90_000_000_000n, '-1m30s'],
  ])('writes %s ns as Go does', (ns, text) => {
    expect(printDuration(ns)).toBe(text);
  });
});

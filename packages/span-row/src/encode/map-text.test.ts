import { long } from '@spanhouse/span-schema/testing';
import { MIN_CUT_TEXT_LENGTH, toMapText } from './map-text.js';

it('texts are cut at the length that the property tests of filters use', () => {
  expect(long).toHaveLength(MIN_CUT_TEXT_LENGTH - 1);
  expect(toMapText(`${long}xx`)).toBe(`${long}xx`);
  expect(toMapText(`${long}xxyy`)).toBe(`${long}xx`);
  expect(toMapText(`${long}x😀`)).toBe(`${long}x`);
});

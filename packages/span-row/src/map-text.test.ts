import { LONG } from '@spanhouse/span-schema/testing';
import { MIN_CUT_TEXT_LENGTH, toMapText } from './map-text.js';

it('texts are cut where the properties of filters look for it', () => {
  expect(LONG).toHaveLength(MIN_CUT_TEXT_LENGTH - 1);
  expect(toMapText(`${LONG}xx`)).toBe(`${LONG}xx`);
  expect(toMapText(`${LONG}xxyy`)).toBe(`${LONG}xx`);
  expect(toMapText(`${LONG}x😀`)).toBe(`${LONG}x`);
});

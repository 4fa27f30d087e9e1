import type { JsonValue } from '@spanhouse/span-schema';
import { listIn, parseEmbeddedJson } from './embedded-json.js';

describe('parseEmbeddedJson', () => {
  it.each<[string, JsonValue]>([
    ['{"a":[1]}', { a: [1] }],
    [' [1, 2] ', [1, 2]],
    ['"sunny"', 'sunny'],
    ['-1.5', -1.5],
    ['9007199254740993', 9_007_199_254_740_993n],
    ['true', true],
    ['null', null],
  ])('parses the JSON text %s', (text, value) => {
    expect(parseEmbeddedJson(text)).toEqual(value);
  });

  it.each<[string, JsonValue]>([
    ['a text that is not JSON', 'sunny'],
    ['a text that breaks off', '{"a":'],
    ['a text nested too deeply', '['.repeat(501) + ']'.repeat(501)],
    ['an empty text', ''],
    ['a number', 5],
    ['an object', { a: '1' }],
    ['null', null],
  ])('leaves %s unchanged', (_what, value) => {
    expect(parseEmbeddedJson(value)).toEqual(value);
  });
});

describe('listIn', () => {
  it.each<[string, JsonValue | undefined, readonly JsonValue[] | undefined]>([
    ['a list', [1], [1]],
    ['the text of a list', '[1]', [1]],
    ['the text of an object', '{"0":1}', undefined],
    ['any other text', 'sunny', undefined],
    ['an object', {}, undefined],
    ['null', null, undefined],
    ['nothing', undefined, undefined],
  ])('reads %s', (_what, value, list) => {
    expect(listIn(value)).toEqual(list);
  });
});

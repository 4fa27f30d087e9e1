import { type JsonValue, stringifyJson } from '@spanhouse/span-schema';
import { anyJsonValue } from '@spanhouse/span-schema/testing';
import fc from 'fast-check';
import { previewData } from './preview-data.js';

function preview(value: JsonValue) {
  return previewData(stringifyJson(value));
}

function textOf(value: JsonValue) {
  return preview(value).text;
}

describe('previewData', () => {
  it('shows a text as it is, and the text of an only member, at any depth', () => {
    expect(textOf('a "b"')).toBe('a "b"');
    expect(textOf({ question: 'why' })).toBe('why');
    expect(textOf({ value: { value: { value: 'why' } } })).toBe('why');
    expect(textOf({ value: [1, 'a'] })).toBe('[1,"a"]');
    expect(textOf({ value: null })).toBe('null');
    expect(textOf({})).toBe('{}');
  });

  it.each(['prompt', 'messages', 'completion'])('shows the last text among %s', (name) => {
    const parts = [{ type: 'text', text: 'parts' }];
    const messages = [{ content: 'first' }, { content: 'last' }, { content: parts }, 'other', 7];

    expect(textOf({ [name]: messages, other: 'x' })).toBe('last');
    expect(textOf({ value: { [name]: messages } })).toBe('last');
    expect(textOf({ [name]: [{ content: parts }], a: 1 })).toBe(
      `{"a":1,"${name}":[{"content":[{"text":"parts","type":"text"}]}]}`,
    );
    expect(textOf({ [name]: { content: 'no list' }, a: 1 })).toBe(
      `{"a":1,"${name}":{"content":"no list"}}`,
    );
  });

  it('writes other values as compact JSON with sorted keys and exact integers', () => {
    const text = '{"z":{"b":1,"a":[18446744073709551615,true]},"\\uFFFF":1,"\\uD83D\\uDE00":2}';

    expect(previewData(text).text).toBe(
      `{"z":{"a":[18446744073709551615,true],"b":1},"\uFFFF":1,"😀":2}`,
    );
  });

  it('counts and cuts in code points', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 600, size: 'max' }), (text) => {
        const points = [...text];

        expect(preview(text)).toEqual({
          text: points.slice(0, 256).join(''),
          length: points.length,
        });
      }),
    );
    expect(preview('😀'.repeat(257))).toEqual({ text: '😀'.repeat(256), length: 257 });
    expect(preview('😀'.repeat(256)).text).toBe('😀'.repeat(256));
  });

  it('has all of the value where it is short', () => {
    fc.assert(
      fc.property(anyJsonValue(), (value) => {
        const list = [value, value];
        const { text, length } = preview(list);

        fc.pre(length <= 256);
        expect(JSON.parse(text)).toEqual(JSON.parse(stringifyJson(list)));
      }),
    );
  });
});

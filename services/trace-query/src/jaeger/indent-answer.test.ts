import fc from 'fast-check';
import { indentJson } from './indent-answer.js';

async function indented(pieces: readonly string[]): Promise<string> {
  let text = '';
  for await (const piece of indentJson(pieces)) {
    text += piece;
  }
  return text;
}

describe('indentJson', () => {
  it('indents any JSON by four spaces, whatever its pieces', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.integer({ min: 1, max: 5 }), async (value, size) => {
        const words = JSON.stringify(value).match(/"(?:[^"\\]|\\.)*"|[^"{}[\],:]+|./gs) ?? [];
        const pieces = Array.from({ length: Math.ceil(words.length / size) }, (_, index) =>
          words.slice(index * size, (index + 1) * size).join(''),
        );

        expect(await indented(pieces)).toBe(JSON.stringify(value, undefined, 4));
      }),
    );
  });

  it('leaves what looks like JSON within texts', async () => {
    expect(await indented(['{"a":"{\\"b\\":[1,2]}","c":{}}'])).toBe(
      '{\n    "a": "{\\"b\\":[1,2]}",\n    "c": {}\n}',
    );
  });
});

import { randomBytes } from 'node:crypto';
import { limitTrace } from './limit-trace.js';

const MB = 1024 * 1024;

/** Returns a function that writes the given pieces, and a counter of its calls. */
function textOf(pieces: readonly string[]) {
  const text = {
    written: 0,
    async *write() {
      text.written += 1;
      yield* pieces;
    },
  };
  return text;
}

async function limited(text: ReturnType<typeof textOf>, limitBytes = 64 * MB) {
  const costs = { isUnderWay: false };
  const pieces = await limitTrace(text.write, limitBytes, costs);
  let whole = '';
  for await (const piece of pieces ?? []) {
    whole += piece;
  }
  return { whole, written: text.written, ...costs };
}

describe('limitTrace', () => {
  it.each([
    ['short', ['[', '{"ä":"😀"}', ']']],
    [
      'long',
      Array.from({ length: 20_000 }, (_, n) => `{"span":${n},"text":"${'ä😀'.repeat(200)}"}`),
    ],
  ])('writes a %s text once', async (_length, pieces) => {
    expect(await limited(textOf(pieces))).toEqual({
      whole: pieces.join(''),
      written: 1,
      isUnderWay: false,
    });
  });

  it('writes a text again that would take much memory', async () => {
    const pieces = Array.from({ length: 15 }, () => randomBytes(MB).toString('base64'));

    const found = await limited(textOf(pieces));

    expect(found).toMatchObject({ written: 2, isUnderWay: true });
    expect(found.whole === pieces.join('')).toBe(true);
  });

  it('refuses a text above the limit, in bytes', async () => {
    const text = textOf(['ä', 'ä']);

    expect((await limited(text, 4)).whole).toBe('ää');
    await expect(limited(text, 3)).rejects.toMatchObject({
      status: 422,
      body: { detail: 'trace exceeds maximum size of 3 bytes' },
    });
  });

  it('reports that nothing was written', async () => {
    expect(await limitTrace(textOf([]).write, MB, { isUnderWay: false })).toBeUndefined();
  });
});

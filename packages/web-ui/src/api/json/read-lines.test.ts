import fc from 'fast-check';
import { readLines } from './read-lines.js';

/** Returns a response whose body arrives in chunks of the given sizes. */
function inPieces(text: string, sizes: readonly number[]): Response {
  const bytes = new TextEncoder().encode(text);
  const ends = [...sizes, bytes.length];
  const pieces = ends.map((_, at) => {
    const from = sizes.slice(0, at).reduce((sum, size) => sum + size, 0);
    return bytes.slice(from, from + (ends[at] ?? 0));
  });
  return new Response(
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) {
          controller.enqueue(piece);
        }
        controller.close();
      },
    }),
  );
}

describe('readLines', () => {
  it('yields the lines that are not empty, however their bytes arrive', async () => {
    const anyLine = fc.string({ unit: 'grapheme' }).map((line) => line.replaceAll('\n', ''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyLine),
        fc.boolean(),
        fc.array(fc.nat({ max: 9 })),
        async (lines, isEnded, sizes) => {
          const response = inPieces(lines.join('\n') + (isEnded ? '\n' : ''), sizes);

          const read: string[] = [];
          for await (const line of readLines(response)) {
            read.push(line);
          }

          expect(read).toEqual(lines.filter((line) => line !== ''));
        },
      ),
    );
  });
});

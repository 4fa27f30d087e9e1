import fc from 'fast-check';
import { type Bytes, copyLines } from './copy-lines.js';

/** Creates a file that stores the written lines until it is aborted. */
function aFile(failure?: Error) {
  const written: Bytes[] = [];
  const file = { state: 'open', text: () => Buffer.concat(written).toString() };
  const stream = new WritableStream<Bytes>({
    write: (bytes) => {
      if (failure !== undefined) {
        throw failure;
      }
      written.push(bytes);
    },
    close: () => {
      file.state = 'closed';
    },
    abort: () => {
      file.state = 'aborted';
    },
  });
  return Object.assign(file, { stream });
}

function inPieces(text: string, sizes: readonly number[]) {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream<Bytes>({
    start(stream) {
      let from = 0;
      for (let at = 0; from < bytes.length; at++) {
        const size = sizes[at % sizes.length] ?? 1;
        stream.enqueue(bytes.slice(from, from + size));
        from += size;
      }
      stream.close();
    },
  });
}

const rows = fc.array(
  fc.string().map((value) => JSON.stringify({ value })),
  { maxLength: 20 },
);
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

describe('copyLines', () => {
  it('writes every byte and counts the rows, however the stream is cut', async () => {
    await fc.assert(
      fc.asyncProperty(rows, sizes, async (lines, cuts) => {
        const text = lines.map((line) => `${line}\n`).join('');
        const file = aFile();

        const outcome = await copyLines(inPieces(text, cuts), file.stream, () => undefined);

        expect(file.text()).toBe(text);
        expect(file.state).toBe('closed');
        expect(outcome).toEqual({
          status: 'written',
          rows: lines.length,
          bytes: Buffer.byteLength(text),
        });
      }),
    );
  });

  it('fails and keeps nothing when the last line describes a failure', async () => {
    await fc.assert(
      fc.asyncProperty(rows, sizes, async (lines, cuts) => {
        const error = '{"error":{"status":503,"message":"The store is unavailable."}}';
        const text = [...lines, error].map((line) => `${line}\n`).join('');
        const file = aFile();

        const outcome = await copyLines(inPieces(text, cuts), file.stream, () => undefined);

        expect(file.state).toBe('aborted');
        expect(outcome).toMatchObject({
          status: 'failed',
          rows: lines.length,
          message: 'The store is unavailable.',
        });
      }),
    );
  });

  it('fails when the file takes no more', async () => {
    const file = aFile(new Error('The disk is full.'));

    const outcome = await copyLines(inPieces('{}\n', [1]), file.stream, () => undefined);

    expect(outcome).toMatchObject({ status: 'failed', message: 'The disk is full.' });
    expect(file.state).toBe('open');
  });
});

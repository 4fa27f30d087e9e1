import fc from 'fast-check';
import { copyLines, type LineSink } from './copy-lines.js';

/** Sink that keeps the written lines until it is aborted. */
class FakeSink implements LineSink {
  readonly written: Uint8Array[] = [];
  state: 'open' | 'closed' | 'aborted' = 'open';
  failure: Error | undefined;

  write(bytes: Uint8Array): Promise<void> {
    if (this.failure !== undefined) {
      return Promise.reject(this.failure);
    }
    this.written.push(bytes);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.state = 'closed';
    return Promise.resolve();
  }

  abort(): Promise<void> {
    this.state = 'aborted';
    return Promise.resolve();
  }

  get text(): string {
    return Buffer.concat(this.written).toString();
  }
}

async function* inPieces(text: string, sizes: readonly number[]) {
  const bytes = new TextEncoder().encode(text);
  let from = 0;
  for (let at = 0; from < bytes.length; at++) {
    const size = sizes[at % sizes.length] ?? 1;
    yield bytes.slice(from, from + size);
    from += size;
  }
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
        const sink = new FakeSink();

        const outcome = await copyLines(inPieces(text, cuts), sink, () => undefined);

        expect(sink.text).toBe(text);
        expect(sink.state).toBe('closed');
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
        const sink = new FakeSink();

        const outcome = await copyLines(inPieces(text, cuts), sink, () => undefined);

        expect(sink.state).toBe('aborted');
        expect(outcome).toMatchObject({
          status: 'failed',
          rows: lines.length,
          message: 'The store is unavailable.',
        });
      }),
    );
  });

  it('fails when the sink takes no more', async () => {
    const sink = new FakeSink();
    sink.failure = new Error('The disk is full.');

    const outcome = await copyLines(inPieces('{}\n', [1]), sink, () => undefined);

    expect(outcome).toMatchObject({ status: 'failed', message: 'The disk is full.' });
    expect(sink.state).toBe('aborted');
  });
});

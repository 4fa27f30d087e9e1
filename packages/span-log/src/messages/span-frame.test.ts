import { randomBytes } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { compressRows, decompressFrame, frameBytesBound } from './span-frame.js';

describe('compressRows', () => {
  it('makes a separate frame for each of many concurrent calls', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 3000 }), { maxLength: 20 }),
        async (many) => {
          const frames = await Promise.all(many.map(compressRows));

          expect(frames.map((frame) => Uint8Array.from(zstdDecompressSync(frame)))).toEqual(many);
        },
      ),
    );
  });

  it('separates frames that are larger than its chunks', async () => {
    const many = [3_000_000, 10, 700_000, 262_144, 1, 262_143].map((size) => randomBytes(size));

    const frames = await Promise.all(many.map(compressRows));

    for (const [at, frame] of frames.entries()) {
      expect(zstdDecompressSync(frame).equals(many[at] ?? Buffer.alloc(0))).toBe(true);
      expect(frame.byteLength).toBeLessThanOrEqual(frameBytesBound(many[at]?.byteLength ?? 0));
    }
  });

  it('makes frames that can be concatenated', async () => {
    const frames = await Promise.all([
      compressRows(Buffer.from('one ')),
      compressRows(Buffer.from('two')),
    ]);

    // Node's one-shot decoder stops after the first frame; ClickHouse continues.
    expect(zstdDecompressSync(Buffer.concat(frames)).toString()).toMatch(/^one /);
    expect(frames.every((frame) => frame.readUInt32LE(0) === 0xfd2fb528)).toBe(true);
  });
});

describe('decompressFrame', () => {
  it('returns the compressed bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 5000 }), async (rows) => {
        const outcome = await decompressFrame(await compressRows(rows), rows.byteLength);

        expect(outcome).toEqual({ status: 'readable', rows: Buffer.from(rows) });
      }),
    );
  });

  it('detects every changed byte, every truncation and every wrong size', async () => {
    const rows = Buffer.from('rows '.repeat(200));
    const frame = await compressRows(rows);
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: frame.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, flip) => {
          const damaged = Buffer.from(frame);
          damaged[at] = (damaged[at] ?? 0) ^ flip;

          const outcome = await decompressFrame(damaged, rows.byteLength);
          const cut = await decompressFrame(frame.subarray(0, at), rows.byteLength);

          // Changes to some header bits do not affect the content.
          if (outcome.status === 'readable') {
            expect(outcome.rows.equals(rows)).toBe(true);
          }
          expect(cut.status).toBe('unreadable');
        },
      ),
    );
    expect((await decompressFrame(frame, rows.byteLength + 1)).status).toBe('unreadable');
    expect((await decompressFrame(frame, rows.byteLength - 1)).status).toBe('unreadable');
  });

  it('never allocates more than the stated size for a frame that expands without limit', async () => {
    const bomb = await compressRows(Buffer.alloc(50_000_000));

    expect(bomb.byteLength).toBeLessThan(10_000);
    expect(await decompressFrame(bomb, 1000)).toMatchObject({ status: 'unreadable' });
  });
});

import { randomBytes } from 'node:crypto';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { decompressSnappy } from './decompress-snappy.js';
import { decompressLz4, decompressors } from './decompressors.js';

/**
 * An element that exists in both LZ4 and Snappy: literal bytes, followed by a copy of `length` bytes of the output. The
 * copy starts `distance` bytes before the end of the output.
 */
interface Sequence {
  readonly literal: Buffer;
  readonly distance: number;
  readonly length: number;
}

/** Expands the sequences byte by byte. */
function expand(sequences: readonly Sequence[]): Buffer {
  const bytes: number[] = [];
  for (const { literal, distance, length } of sequences) {
    bytes.push(...literal);
    for (let count = 0; count < length; count += 1) {
      bytes.push(bytes[bytes.length - distance] ?? -1);
    }
  }
  return Buffer.from(bytes);
}

/** Returns the additional bytes of an LZ4 length that does not fit in the four bits of the token. */
function lz4Rest(length: number): number[] {
  return length < 15
    ? []
    : [...Array<number>(Math.floor((length - 15) / 255)).fill(255), (length - 15) % 255];
}

function lz4Block(sequences: readonly Sequence[]): Buffer {
  const coded = sequences.flatMap(({ literal, distance, length }) => {
    const [literals, match] = [literal.byteLength, length - 4];
    const token = (Math.min(15, literals) << 4) | Math.min(15, match);
    const offset = [distance & 255, distance >> 8];
    return [token, ...lz4Rest(literals), ...literal, ...offset, ...lz4Rest(match)];
  });
  return Buffer.from([...coded, 0]); // the last sequence has no match, and here it has no literals
}

function uint32(value: number, order: 'BE' | 'LE'): Buffer {
  const bytes = Buffer.alloc(4);
  if (order === 'BE') {
    bytes.writeUInt32BE(value);
  } else {
    bytes.writeUInt32LE(value);
  }
  return bytes;
}

function lz4Frame(blocks: readonly Buffer[], { flags = 0x60, between = 0, size = 0 } = {}): Buffer {
  const header = [uint32(0x184d2204, 'LE'), Buffer.from([flags, 0x40]), Buffer.alloc(size + 1)];
  const framed = blocks.flatMap((block) => [
    uint32(block.byteLength, 'LE'),
    block,
    Buffer.alloc(between),
  ]);
  return Buffer.concat([...header, ...framed, Buffer.alloc(4)]);
}

function snappyLiteral(literal: Buffer): number[] {
  const count = literal.byteLength - 1;
  if (count < 0) {
    return [];
  }
  return count < 60 ? [count << 2, ...literal] : [61 << 2, count & 255, count >> 8, ...literal];
}

function snappyCopy(distance: number, length: number): number[] {
  if (length >= 4 && length <= 11 && distance < 2048) {
    return [((distance >> 8) << 5) | ((length - 4) << 2) | 1, distance & 255];
  }
  const offset = [distance & 255, distance >> 8];
  if (length > 64) {
    return [(63 << 2) | 2, ...offset, ...snappyCopy(distance, length - 64)];
  }
  const isFar = distance > 1000;
  return [((length - 1) << 2) | (isFar ? 3 : 2), ...offset, ...(isFar ? [0, 0] : [])];
}

function snappyBlock(sequences: readonly Sequence[]): Buffer {
  const size = expand(sequences).byteLength;
  const tags = sequences.flatMap(({ literal, distance, length }) => [
    ...snappyLiteral(literal),
    ...snappyCopy(distance, length),
  ]);
  return Buffer.from([(size & 127) | 128, ((size >> 7) & 127) | 128, size >> 14, ...tags]);
}

function snappyStream(blocks: readonly Buffer[]): Buffer {
  const header = Buffer.from([0x82, ...Buffer.from('SNAPPY'), 0, 0, 0, 0, 1, 0, 0, 0, 1]);
  return Buffer.concat([header, ...blocks.flatMap((block) => [uint32(block.length, 'BE'), block])]);
}

const anySequences = fc
  .array(
    fc.record({
      literal: fc.uint8Array({ minLength: 1, maxLength: 600 }).map((bytes) => Buffer.from(bytes)),
      far: fc.double({ min: 0, max: 0.999, noNaN: true }),
      length: fc.integer({ min: 4, max: 700 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((drawn) => {
    let before = 0;
    return drawn.map(({ literal, far, length }): Sequence => {
      const distance = 1 + Math.floor(far * (before + literal.byteLength));
      before += literal.byteLength + length;
      return { literal, distance, length };
    });
  });

const MAX_BYTES = 100_000;

describe('decompressLz4', () => {
  it('expands the sequences of a block', () => {
    fc.assert(
      fc.property(anySequences, (sequences) => {
        const frame = lz4Frame([lz4Block(sequences)]);
        expect(decompressLz4(frame, MAX_BYTES)).toEqual(expand(sequences));
      }),
    );
  });

  it('reads several blocks, with checksums and the size of the content', () => {
    const block = lz4Block([{ literal: Buffer.from('abc'), distance: 3, length: 5 }]);

    const frame = lz4Frame([block, block], { flags: 0x7c, between: 4, size: 8 });

    expect(decompressLz4(frame, MAX_BYTES).toString()).toBe('abcabcababcabcab');
  });

  it('reads blocks that are not compressed', () => {
    const frame = Buffer.concat([
      lz4Frame([]).subarray(0, 7),
      uint32(0x8000_0003, 'LE'),
      Buffer.from('abc'),
      Buffer.alloc(4),
    ]);

    expect(decompressLz4(frame, MAX_BYTES).toString()).toBe('abc');
  });

  it('throws for a truncated or invalid frame', () => {
    const frame = lz4Frame([lz4Block([{ literal: randomBytes(9), distance: 3, length: 5 }])]);

    expect(() => decompressLz4(frame.subarray(0, -4), MAX_BYTES)).toThrow('out of range');
    expect(() => decompressLz4(randomBytes(20), MAX_BYTES)).toThrow('no frame of LZ4');
  });
});

describe('decompressSnappy', () => {
  it('expands the tags of a block', () => {
    fc.assert(
      fc.property(anySequences, (sequences) => {
        expect(decompressSnappy(snappyBlock(sequences), MAX_BYTES)).toEqual(expand(sequences));
      }),
    );
  });

  it('reads the blocks of the stream that Java writes', () => {
    const block = snappyBlock([{ literal: Buffer.from('abc'), distance: 3, length: 5 }]);

    const stream = snappyStream([block, block]);

    expect(decompressSnappy(stream, MAX_BYTES).toString()).toBe('abcabcababcabcab');
  });

  it('throws for a copy from before the beginning', () => {
    const block = snappyBlock([{ literal: Buffer.from('abc'), distance: 4, length: 5 }]);

    expect(() => decompressSnappy(block, MAX_BYTES)).toThrow('nothing 4 bytes before');
  });
});

describe('decompressors', () => {
  const bomb = [{ literal: Buffer.from('a'), distance: 1, length: 5000 }];

  it.each([
    ['gzip', 1, gzipSync(expand(bomb))],
    ['snappy', 2, snappyBlock(bomb)],
    ['lz4', 3, lz4Frame([lz4Block(bomb)])],
    ['zstd', 4, zstdCompressSync(expand(bomb))],
  ] as const)('decompress %s up to the limit and reject above it', async (_name, codec, bytes) => {
    const within = decompressors(5001)[codec]();
    const above = decompressors(5000)[codec]();

    expect(await within.decompress(bytes)).toEqual(expand(bomb));
    await expect(above.decompress(bytes)).rejects.toThrow('5000 bytes');
  });
});

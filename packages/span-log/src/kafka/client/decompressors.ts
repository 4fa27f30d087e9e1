import { promisify } from 'node:util';
import { gunzip, zstdDecompress } from 'node:zlib';
import type { CompressionTypes } from 'kafkajs';
import { BoundedOutput } from './bounded-output.js';
import { decompressSnappy } from './decompress-snappy.js';

/**
 * The part of a codec that kafkajs needs for reading. Nothing is compressed here, because publishers compress the rows
 * themselves.
 */
interface Decompressor {
  decompress(batch: Buffer): Promise<Buffer>;
}

/**
 * Returns the decompressors of Kafka's codecs, keyed by codec number. A decompressor rejects if it would have to
 * allocate more than about `maxBytes`.
 */
export function decompressors(
  maxBytes: number,
): Readonly<Record<Exclude<CompressionTypes, CompressionTypes.None>, () => Decompressor>> {
  const options = { maxOutputLength: maxBytes };
  const of = (decompress: Decompressor['decompress']) => () => ({ decompress });
  return {
    1: of((batch) => promisify(gunzip)(batch, options)),
    2: of(async (batch) => decompressSnappy(batch, maxBytes)),
    3: of(async (batch) => decompressLz4(batch, maxBytes)),
    4: of((batch) => promisify(zstdDecompress)(batch, options)),
  };
}

const MAGIC = 0x184d2204;
/** Total size of a frame's magic number, flags and block size. */
const FIXED_HEADER_BYTES = 6;
const HEADER_CHECKSUM_BYTES = 1;
const CHECKSUM_BYTES = 4;
const UNCOMPRESSED = 0x8000_0000;
const MIN_MATCH = 4;

/**
 * Decompresses one LZ4 frame (github.com/lz4/lz4, doc/lz4_Frame_format.md) to at most `maxBytes` bytes. Ignores the
 * frame's checksums, because Kafka batches have their own. Throws for an invalid frame.
 */
export function decompressLz4(frame: Buffer, maxBytes: number): Buffer {
  if (frame.readUInt32LE(0) !== MAGIC) {
    throw new Error('this is no frame of LZ4');
  }
  const flags = frame.readUInt8(4);
  const hasBlockChecksum = (flags & 0x10) !== 0;
  const contentSizeBytes = (flags & 0x08) !== 0 ? 8 : 0;
  const dictionaryBytes = (flags & 0x01) !== 0 ? 4 : 0;
  const output = new BoundedOutput(maxBytes);
  let at = FIXED_HEADER_BYTES + contentSizeBytes + dictionaryBytes + HEADER_CHECKSUM_BYTES;
  for (let size = frame.readUInt32LE(at); size !== 0; size = frame.readUInt32LE(at)) {
    const end = at + 4 + (size & ~UNCOMPRESSED);
    const block = frame.subarray(at + 4, end);
    if ((size & UNCOMPRESSED) !== 0) {
      output.add(block);
    } else {
      addBlock(block, output);
    }
    at = end + (hasBlockChecksum ? CHECKSUM_BYTES : 0);
  }
  return output.finish();
}

function addBlock(block: Buffer, output: BoundedOutput): void {
  let at = 0;
  const lengthFrom = (nibble: number): number => {
    let length = nibble;
    for (let more = nibble === 15; more; ) {
      const byte = block.readUInt8(at);
      at += 1;
      length += byte;
      more = byte === 255;
    }
    return length;
  };
  while (at < block.byteLength) {
    const token = block.readUInt8(at);
    at += 1;
    const literals = lengthFrom(token >> 4);
    output.add(block.subarray(at, at + literals));
    at += literals;
    // The last sequence of a block has no match.
    if (at < block.byteLength) {
      const distance = block.readUInt16LE(at);
      at += 2;
      output.repeat(distance, lengthFrom(token & 15) + MIN_MATCH);
    }
  }
}

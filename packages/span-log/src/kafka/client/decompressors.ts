import { promisify } from 'node:util';
import { gunzip, zstdDecompress } from 'node:zlib';
import type { CompressionTypes } from 'kafkajs';
import { decompressLz4 } from './decompress-lz4.js';
import { decompressSnappy } from './decompress-snappy.js';

/**
 * The part of a codec that kafkajs uses for reading. Publishers compress the rows themselves, so nothing is compressed
 * here.
 */
interface Decompressor {
  decompress(batch: Buffer): Promise<Buffer>;
}

/**
 * Returns Kafka's codecs by number, for reading only. A decompressor rejects if it would have to allocate more than
 * about `maxBytes`.
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

import { promisify } from 'node:util';
import { gunzip, zstdDecompress } from 'node:zlib';
import type { CompressionTypes } from 'kafkajs';
import { decompressLz4 } from './decompress-lz4.js';
import { decompressSnappy } from './decompress-snappy.js';

/** What kafkajs asks a codec for when it reads. It is asked to compress nothing, because publishers compress themselves. */
interface Decompressor {
  decompress(batch: Buffer): Promise<Buffer>;
}

/**
 * Returns every codec of Kafka, by its number, for reading. None of them allocates more than about `maxBytes`, whatever a
 * batch grows to; it rejects instead.
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

import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { type ContentEncoding, sniffContentEncoding } from './content-encoding.js';

type Decompress = (body: Uint8Array, options: zlib.ZlibOptions) => Promise<Buffer>;

const gunzip = promisify(zlib.gunzip) as Decompress;
const inflate = promisify(zlib.inflate) as Decompress;
const inflateRaw = promisify(zlib.inflateRaw) as Decompress;
const zstd = promisify(zlib.zstdDecompress) as Decompress;

const MIN_CHUNK_BYTES = 16 * 1024;
const MAX_CHUNK_BYTES = 1024 * 1024;

export type Decompressed =
  | { readonly status: 'done'; readonly body: Buffer }
  | { readonly status: 'exceeds'; readonly cause: unknown }
  | { readonly status: 'damaged'; readonly cause: unknown };

/** Stops as soon as the output exceeds `maxBytes`. */
export async function decompressBody(
  body: Buffer,
  encoding: Exclude<ContentEncoding, 'identity'>,
  maxBytes: number,
): Promise<Decompressed> {
  const options = {
    maxOutputLength: maxBytes,
    // One round trip to the thread pool for most bodies; the default of 16 KiB makes dozens.
    chunkSize: Math.min(Math.max(body.length * 8, MIN_CHUNK_BYTES), MAX_CHUNK_BYTES),
  };
  try {
    return { status: 'done', body: await decompressorOf(encoding, body)(body, options) };
  } catch (cause) {
    const exceeds = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return { status: exceeds ? 'exceeds' : 'damaged', cause };
  }
}

function decompressorOf(encoding: ContentEncoding, body: Uint8Array): Decompress {
  if (encoding === 'gzip') return gunzip;
  if (encoding === 'zlib') return inflate;
  if (encoding === 'zstd') return zstd;
  // "deflate" means zlib (RFC 9110), but clients exist that send the bare stream.
  return sniffContentEncoding(body) === 'zlib' ? inflate : inflateRaw;
}

import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { type ContentEncoding, sniffContentEncoding } from './content-encoding.js';

type Options = zlib.ZlibOptions & zlib.ZstdOptions;
type Decompress = (body: Uint8Array, options: Options) => Promise<Buffer> | Buffer;
type Format = 'gzip' | 'zlib' | 'raw' | 'zstd';

const SYNCHRONOUS: Readonly<Record<Format, Decompress>> = {
  gzip: zlib.gunzipSync,
  zlib: zlib.inflateSync,
  raw: zlib.inflateRawSync,
  zstd: zlib.zstdDecompressSync,
};
const IN_THREAD_POOL: Readonly<Record<Format, Decompress>> = {
  gzip: promisify<Uint8Array, Options, Buffer>(zlib.gunzip),
  zlib: promisify<Uint8Array, Options, Buffer>(zlib.inflate),
  raw: promisify<Uint8Array, Options, Buffer>(zlib.inflateRaw),
  zstd: promisify<Uint8Array, Options, Buffer>(zlib.zstdDecompress),
};

/** Below this a trip to the thread pool costs the event loop more than the work itself. */
const SYNCHRONOUS_MAX_BYTES = 64 * 1024;
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
  const decompressors = maxBytes <= SYNCHRONOUS_MAX_BYTES ? SYNCHRONOUS : IN_THREAD_POOL;
  try {
    const decompress = decompressors[formatOf(encoding, body)];
    return { status: 'done', body: await decompress(body, options) };
  } catch (cause) {
    const exceeds = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return { status: exceeds ? 'exceeds' : 'damaged', cause };
  }
}

function formatOf(encoding: Exclude<ContentEncoding, 'identity'>, body: Uint8Array): Format {
  if (encoding !== 'deflate') return encoding;
  // "deflate" means zlib (RFC 9110), but clients exist that send the bare stream.
  return sniffContentEncoding(body) === 'zlib' ? 'zlib' : 'raw';
}

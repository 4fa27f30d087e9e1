import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { type ContentEncoding, sniffContentEncoding } from './content-encoding.js';

type Options = zlib.ZlibOptions & zlib.ZstdOptions;
type Decompress = (body: Uint8Array, options: Options) => Promise<Buffer> | Buffer;
type Format = 'gzip' | 'zlib' | 'raw' | 'zstd';

const synchronous: Readonly<Record<Format, Decompress>> = {
  gzip: zlib.gunzipSync,
  zlib: zlib.inflateSync,
  raw: zlib.inflateRawSync,
  zstd: zlib.zstdDecompressSync,
};
const inThreadPool: Readonly<Record<Format, Decompress>> = {
  gzip: promisify<Uint8Array, Options, Buffer>(zlib.gunzip),
  zlib: promisify<Uint8Array, Options, Buffer>(zlib.inflate),
  raw: promisify<Uint8Array, Options, Buffer>(zlib.inflateRaw),
  zstd: promisify<Uint8Array, Options, Buffer>(zlib.zstdDecompress),
};

/** For smaller bodies the thread pool costs the event loop more time than the decompression itself. */
const SYNCHRONOUS_MAX_BYTES = 64 * 1024;
const MIN_CHUNK_BYTES = 16 * 1024;
const MAX_CHUNK_BYTES = 1024 * 1024;

/** The outcome of a decompression: the output, an output over the limit, or a damaged input. */
export type Decompressed =
  | { readonly status: 'done'; readonly body: Buffer }
  | { readonly status: 'exceeds'; readonly cause: unknown }
  | { readonly status: 'damaged'; readonly cause: unknown };

/** Decompresses a body and stops as soon as the output exceeds `maxBytes`. */
export async function decompressBody(
  body: Buffer,
  encoding: Exclude<ContentEncoding, 'identity'>,
  maxBytes: number,
): Promise<Decompressed> {
  const options = {
    maxOutputLength: maxBytes,
    // Most bodies need one round trip to the thread pool; with the default of 16 KiB they need dozens.
    chunkSize: Math.min(Math.max(body.length * 8, MIN_CHUNK_BYTES), MAX_CHUNK_BYTES),
  };
  const decompressors = maxBytes <= SYNCHRONOUS_MAX_BYTES ? synchronous : inThreadPool;
  try {
    const decompress = decompressors[formatOf(encoding, body)];
    return { status: 'done', body: await decompress(body, options) };
  } catch (cause) {
    const exceeds = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return { status: exceeds ? 'exceeds' : 'damaged', cause };
  }
}

function formatOf(encoding: Exclude<ContentEncoding, 'identity'>, body: Uint8Array): Format {
  if (encoding !== 'deflate') {
    return encoding;
  }
  // "deflate" means zlib (RFC 9110), but some clients send the bare stream.
  return sniffContentEncoding(body) === 'zlib' ? 'zlib' : 'raw';
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { BodyReadError } from './body-read-error.js';
import type { InFlightBytes } from './in-flight-bytes.js';
import type { BytesRefusal, BytesReservation } from './shared-bytes.js';

export interface ReadBodyOptions {
  /** Maximum size of the body, both before and after decompression. */
  readonly limitBytes: number;
  /** The byte budget. The body counts towards it until the response is finished. */
  readonly inFlight?: InFlightBytes;
  /** The owner of the bytes. An owner can use only its share of the budget. */
  readonly inFlightOwner?: string;
  /** True if gzip and zlib are recognized by the first bytes of the body, even if the header is missing or wrong. */
  readonly sniff?: boolean;
}

/** Assumed compression ratio. Spans usually compress about 8:1, so the first guess is rarely too small. */
const USUAL_RATIO = 16;
/** Minimum size of the first guess. If the guess is this small, the body is decompressed on the event loop. */
const MIN_GUESS_BYTES = 64 * 1024;

/**
 * Reads and decompresses a request body.
 *
 * - Refuses a body whose declared length exceeds the limit or the budget, without reading it.
 * - Never holds more than `limitBytes` of compressed data and `limitBytes` of decompressed data.
 * - Rejects with a BodyReadError. If the client has already closed the connection, rejects immediately with `aborted`,
 *   because such a request emits no further events.
 * - The returned buffer MAY share memory with the socket's read buffer; callers MUST NOT write to it.
 */
export async function readBody(req: IncomingMessage, options: ReadBodyOptions): Promise<Buffer> {
  if (hasLeft(req)) {
    throw new BodyReadError('aborted', options.limitBytes);
  }
  const declared = parseContentEncoding(req.headers['content-encoding']);
  if (declared === undefined) {
    throw new BodyReadError('unknown_encoding', options.limitBytes);
  }
  const reservation = options.inFlight?.reserve(options.inFlightOwner);
  if (reservation !== undefined) {
    (responseOf(req) ?? req).once('close', reservation.release);
  }

  const body = await collectBody(req, options.limitBytes, reservation);
  const encoding = (options.sniff === true ? sniffContentEncoding(body) : undefined) ?? declared;
  // An empty body stays empty, regardless of the encoding in its header.
  if (encoding === 'identity' || body.length === 0) {
    return body;
  }
  return await decompressWithin(body, encoding, { ...options, reservation });
}

interface DecompressionBounds {
  readonly limitBytes: number;
  readonly reservation: BytesReservation | undefined;
}

/**
 * Decompresses a body. Reserves memory for the output before decompressing: first for a guess at its size, and, if that
 * is too small, for the limit. Rejects with a BodyReadError. If the request has ended, rejects with `aborted`, because
 * the output would no longer count towards the budget.
 */
export async function decompressWithin(
  body: Buffer,
  encoding: Exclude<ContentEncoding, 'identity'>,
  { limitBytes, reservation }: DecompressionBounds,
): Promise<Buffer> {
  const guess = Math.max(body.length * USUAL_RATIO, MIN_GUESS_BYTES);
  const attempts = guess < limitBytes ? [guess, limitBytes] : [limitBytes];
  const endIfReleased = () => {
    if (reservation?.isOpen === false) {
      throw new BodyReadError('aborted', limitBytes);
    }
  };
  endIfReleased();
  for (const maxBytes of attempts) {
    if (reservation?.resize(body.length + maxBytes) === false) {
      throw new BodyReadError(reservation.refusal, limitBytes);
    }
    const decompress = () => decompressBody(body, encoding, maxBytes);
    const result = await (reservation?.fill(decompress) ?? decompress());
    endIfReleased();
    if (result.status === 'done') {
      reservation?.resize(result.body.length);
      return result.body;
    }
    if (result.status === 'damaged') {
      throw new BodyReadError('damaged', limitBytes, result.cause);
    }
  }
  throw new BodyReadError('too_large', limitBytes);
}

function hasLeft(req: IncomingMessage): boolean {
  return (req.destroyed && !req.readableEnded) || responseOf(req)?.closed === true;
}

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

/**
 * Maximum size of a body that is decompressed on the event loop. For such a small body, a round trip to the thread pool
 * takes longer than the decompression.
 */
const SYNCHRONOUS_MAX_BYTES = 64 * 1024;
const MIN_CHUNK_BYTES = 16 * 1024;
const MAX_CHUNK_BYTES = 1024 * 1024;

/** The outcome of a decompression: an output, an output above the limit, or a damaged input. */
type Decompressed =
  | { readonly status: 'done'; readonly body: Buffer }
  | { readonly status: 'exceeds'; readonly cause: unknown }
  | { readonly status: 'damaged'; readonly cause: unknown };

/** Decompresses a body and stops as soon as the output exceeds `maxBytes`. */
async function decompressBody(
  body: Buffer,
  encoding: Exclude<ContentEncoding, 'identity'>,
  maxBytes: number,
): Promise<Decompressed> {
  const options = {
    maxOutputLength: maxBytes,
    // With this chunk size, most bodies need one round trip to the thread pool; with the default of 16 KiB, they would
    // need dozens.
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
  // In HTTP, "deflate" means zlib (RFC 9110), but some clients send a raw deflate stream.
  return sniffContentEncoding(body) === 'zlib' ? 'zlib' : 'raw';
}

/** The encodings of bodies. No header value selects `zlib`; it is recognized by the first bytes of a body. */
type ContentEncoding = 'identity' | 'gzip' | 'zlib' | 'deflate' | 'zstd';

const byName: Readonly<Record<string, ContentEncoding>> = {
  '': 'identity',
  identity: 'identity',
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  zstd: 'zstd',
};

/** Parses a Content-Encoding header. Returns `undefined` for an unsupported encoding or a list of encodings. */
function parseContentEncoding(header: string | undefined): ContentEncoding | undefined {
  const name = (header ?? '').trim().toLowerCase();
  return Object.hasOwn(byName, name) ? byName[name] : undefined;
}

/** Recognizes gzip and zlib by their first bytes. Neither a protobuf message nor JSON begins with these bytes. */
function sniffContentEncoding(body: Uint8Array): 'gzip' | 'zlib' | undefined {
  const [first = 0, second = 0] = body;
  if (first === 0x1f && second === 0x8b) {
    return 'gzip';
  }
  return isZlibHeader(first, second) ? 'zlib' : undefined;
}

/**
 * Returns true if two bytes are a zlib header (RFC 1950): method 8, a window of at most 32 KiB, and a 16-bit value that
 * is a multiple of 31.
 */
function isZlibHeader(first: number, second: number): boolean {
  return (first & 0x0f) === 8 && first >> 4 <= 7 && ((first << 8) | second) % 31 === 0;
}

/**
 * Maximum number of bytes of a refused body that are read and discarded, so that the client can finish sending and read
 * the response.
 */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;

type RefusedBody = 'too_large' | BytesRefusal;

/** Reads a body into one buffer. Rejects with a BodyReadError if the body is longer than `limitBytes`. */
function collectBody(
  req: IncomingMessage,
  limitBytes: number,
  reservation: BytesReservation | undefined,
): Promise<Buffer> {
  const declared = declaredLength(req);
  if (declared !== undefined && declared > limitBytes) {
    return refuse(req, 'too_large', limitBytes);
  }
  if (declared !== undefined && reservation?.resize(declared) === false) {
    return refuse(req, reservation.refusal, limitBytes);
  }
  if (expectsContinue(req)) {
    responseOf(req)?.writeContinue();
  }

  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const stop = () => {
      req.off('data', onData).off('end', onEnd).off('error', onAborted).off('close', onAborted);
    };
    const refuseRest = (reason: RefusedBody) => {
      stop();
      chunks.length = 0;
      discardRest(req);
      reject(new BodyReadError(reason, limitBytes));
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > limitBytes) {
        refuseRest('too_large');
      } else if (declared === undefined && reservation?.resize(length) === false) {
        refuseRest(reservation.refusal);
      }
    };
    const onEnd = () => {
      stop();
      resolve(joined(chunks, length));
    };
    const onAborted = (cause?: Error) => {
      stop();
      req.on('error', () => undefined); // a closed connection may report a second error
      reject(new BodyReadError('aborted', limitBytes, cause));
    };
    req.on('data', onData).on('end', onEnd).on('error', onAborted).on('close', onAborted);
  });
}

function declaredLength(req: IncomingMessage): number | undefined {
  const header = req.headers['content-length'];
  return header === undefined ? undefined : Number(header);
}

function joined(chunks: readonly Buffer[], length: number): Buffer {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, length);
}

function refuse(req: IncomingMessage, reason: RefusedBody, limitBytes: number): Promise<never> {
  if (expectsContinue(req)) {
    responseOf(req)?.setHeader('connection', 'close');
  } else {
    discardRest(req);
  }
  return Promise.reject(new BodyReadError(reason, limitBytes));
}

function expectsContinue(req: IncomingMessage): boolean {
  return req.headers.expect?.toLowerCase() === '100-continue';
}

/** Returns the response to a request. Express stores the response in the request. */
function responseOf(req: IncomingMessage): ServerResponse | undefined {
  return (req as IncomingMessage & { readonly res?: ServerResponse }).res;
}

function discardRest(req: IncomingMessage): void {
  let discarded = 0;
  req.on('error', () => undefined); // the client may close the connection; this is harmless
  req.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > MAX_DISCARDED_BYTES) {
      req.socket.destroy();
    }
  });
}

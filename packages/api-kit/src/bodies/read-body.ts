import type { IncomingMessage } from 'node:http';
import { BodyReadError } from './body-read-error.js';
import { collectBody, responseOf } from './collect-body.js';
import {
  type ContentEncoding,
  parseContentEncoding,
  sniffContentEncoding,
} from './content-encoding.js';
import { decompressBody } from './decompress-body.js';
import type { InFlightBytes } from './in-flight-bytes.js';
import type { BytesReservation } from './shared-bytes.js';

export interface ReadBodyOptions {
  /** Applies before and after decompression. */
  readonly limitBytes: number;
  /** The body counts towards it until the response is finished. */
  readonly inFlight?: InFlightBytes;
  /** The owner of the bytes, so that one sender cannot keep the others out. */
  readonly inFlightOwner?: string;
  /** Recognizes gzip and zlib by their first bytes, even if the header is missing or wrong. */
  readonly sniff?: boolean;
}

/** Spans compress about 8:1, so that this first guess is rarely too small. */
const USUAL_RATIO = 16;
/** Small enough to be decompressed without leaving the event loop. */
const MIN_GUESS_BYTES = 64 * 1024;

/**
 * Reads and decompresses a request body.
 *
 * - Rejects with a BodyReadError; never holds more than `limitBytes` compressed and as much again.
 * - Rejects as `aborted` at once if the client has already closed the connection, because no further event follows.
 * - A declared length over the limit or the budget is refused before the body is read.
 * - The buffer MAY be shared with the socket's read buffer; callers MUST NOT write into it.
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
    releaseWhenAnswered(req, reservation);
  }

  const body = await collectBody(req, options.limitBytes, reservation);
  const encoding = (options.sniff === true ? sniffContentEncoding(body) : undefined) ?? declared;
  // An empty body stays empty, whatever its encoding.
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
 * Decompresses a body. Reserves the output before it exists: first its usual size, in a second attempt the limit.
 * Rejects with a BodyReadError. Rejects as `aborted` once the request has ended, because its output would no longer be
 * counted.
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

function releaseWhenAnswered(req: IncomingMessage, reservation: BytesReservation): void {
  const end = responseOf(req) ?? req;
  end.once('close', reservation.release);
}

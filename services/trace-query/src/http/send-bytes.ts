import type { HttpResponse } from '@spanhouse/api-kit';
import type { ReadCosts } from './read-costs.js';
import { ResponseRoom } from './response-room.js';

/** A body that is not one text. */
export interface BytesAnswer {
  readonly contentType: string;
  /** Held ones are sent together. */
  readonly pieces: readonly Uint8Array[] | AsyncIterable<Uint8Array>;
}

const CHUNK_BYTES = 256 * 1024;

/**
 * Sends bytes as the client takes them. If a piece fails after the first chunk was sent, the connection breaks, so
 * that the client cannot mistake what it received for the whole answer.
 */
export async function sendBytes(
  res: HttpResponse,
  { contentType, pieces }: BytesAnswer,
  costs: ReadCosts,
): Promise<void> {
  res.type(contentType);
  costs.writeHead(res);
  if (Array.isArray(pieces)) {
    res.send(Buffer.concat(pieces));
    return;
  }
  const room = new ResponseRoom(res);
  for await (const chunk of inChunks(pieces as AsyncIterable<Uint8Array>)) {
    await room.write(chunk);
    if (res.destroyed) {
      return;
    }
  }
  costs.writeTrailer(res);
  res.end();
}

/** Small writes would cost more than what they write. */
async function* inChunks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let chunk: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    chunk.push(piece);
    bytes += piece.length;
    if (bytes >= CHUNK_BYTES) {
      yield Buffer.concat(chunk);
      chunk = [];
      bytes = 0;
    }
  }
  yield Buffer.concat(chunk);
}

import type { HttpResponse } from '@spanhouse/api-kit';
import type { ReadCosts } from './read-costs.js';
import { ResponseRoom } from './response-room.js';

/** A body that is not one text. */
export interface BytesAnswer {
  readonly contentType: string;
  readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
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
  const room = new ResponseRoom(res);
  let last: Uint8Array | undefined;
  for await (const chunk of inChunks(pieces)) {
    if (last !== undefined) {
      await room.write(last);
    }
    if (res.destroyed) {
      return;
    }
    last = chunk;
  }
  if (res.headersSent || costs.isUnderWay) {
    costs.writeTrailer(res);
    res.end(last);
  } else {
    res.send(last);
  }
}

/** Small writes would cost more than what they write. */
async function* inChunks(pieces: BytesAnswer['pieces']): AsyncGenerator<Uint8Array> {
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

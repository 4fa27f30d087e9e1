import type { HttpResponse } from '@spanhouse/api-kit';
import { ResponseRoom } from './chunk-writer.js';
import type { ReadCosts } from './read-costs.js';

/** A response body that consists of several byte arrays. */
export interface BytesAnswer {
  readonly contentType: string;
  readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

const CHUNK_BYTES = 256 * 1024;

/**
 * Sends bytes as fast as the client reads them. If reading a piece fails after the first chunk was sent, breaks the
 * connection, so that the client does not mistake the partial answer for a complete one.
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

/** Combines small pieces into chunks to reduce the number of writes. */
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

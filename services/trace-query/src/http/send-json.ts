import type { HttpResponse } from '@spanhouse/service-runtime';
import type { ReadCosts } from './read-costs.js';
import { ChunkWriter } from './write-chunks.js';

/** One JSON text. */
export type TextPieces = Iterable<string> | AsyncIterable<string>;

/**
 * Sends pieces of one JSON text. They are asked for as the client takes them, so that a large page
 * is never a single text. When a piece fails after the first chunk, the connection breaks: the
 * client cannot take what it got for the whole.
 */
export async function sendJson(
  res: HttpResponse,
  pieces: TextPieces,
  costs: ReadCosts,
): Promise<void> {
  const writer = new ChunkWriter(res);
  let isBegun = false;
  for await (const piece of pieces) {
    if (!isBegun) {
      isBegun = true;
      res.type('application/json');
      costs.writeHead(res);
    }
    await writer.write(piece);
    if (res.destroyed) return;
  }
  if (res.headersSent) {
    costs.writeTrailer(res);
    res.end(writer.rest);
  } else {
    res.send(writer.rest);
  }
}

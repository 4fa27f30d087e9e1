import { once } from 'node:events';
import type { HttpResponse } from '@spanhouse/service-runtime';

/** Large enough that a write costs little beside the text, small beside a page. */
const CHUNK_CHARACTERS = 256 * 1024;

/**
 * Sends pieces of one JSON text. They are asked for as the client takes them, so that a large page
 * is never a single text. When a piece fails after the first chunk, the connection breaks: the
 * client cannot take what it got for the whole.
 */
export async function sendJson(res: HttpResponse, pieces: Iterable<string>): Promise<void> {
  res.status(200).type('application/json');
  let chunk = '';
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    await writeChunk(res, chunk);
    if (res.destroyed) return;
    chunk = '';
  }
  if (res.headersSent) {
    res.end(chunk);
  } else {
    res.send(chunk);
  }
}

async function writeChunk(res: HttpResponse, chunk: string): Promise<void> {
  if (res.write(chunk)) return;
  const stop = new AbortController();
  const { signal } = stop;
  // The connection may close instead; an abandoned wait would otherwise never end.
  await Promise.race([once(res, 'drain', { signal }), once(res, 'close', { signal })]);
  stop.abort();
}

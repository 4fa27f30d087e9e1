import { finished } from 'node:stream/promises';
import { type HttpResponse, toHttpProblem } from '@spanhouse/service-runtime';
import type { ItemText } from '../query/assemble-trace.js';
import type { ReadCosts } from './read-costs.js';
import { ChunkWriter } from './write-chunks.js';

export const NDJSON = 'application/x-ndjson';

/**
 * Sends each item as a line, portion by portion as the client takes them (API: "Streaming"). A
 * storage that fails before the first line is a failure like any other; behind it, it is told in a
 * last line. Rejects with it in both cases.
 */
export async function sendLines(
  res: HttpResponse,
  portions: AsyncIterable<readonly ItemText[]>,
  costs: ReadCosts,
): Promise<void> {
  const writer = new ChunkWriter(res);
  costs.isUnderWay = true;
  try {
    for await (const items of portions) {
      writeHead(res, costs);
      for (const item of items) await writeLine(writer, item);
      await writer.flush();
      if (res.destroyed) return;
    }
    writeHead(res, costs);
  } catch (error) {
    if (res.headersSent && !res.destroyed) await endWithError(res, writer, error);
    throw error;
  }
  costs.writeTrailer(res);
  res.end();
}

function writeHead(res: HttpResponse, costs: ReadCosts): void {
  if (res.headersSent || res.getHeader('trailer') !== undefined) return;
  res.status(200).setHeader('content-type', NDJSON);
  costs.writeHead(res);
}

async function writeLine(writer: ChunkWriter, item: ItemText): Promise<void> {
  if (typeof item === 'string') {
    await writer.write(item);
  } else {
    for await (const piece of item) await writer.write(piece);
  }
  await writer.write('\n');
}

/** Other faults break the connection: a stream that ends without a failure is complete. */
async function endWithError(res: HttpResponse, writer: ChunkWriter, error: unknown): Promise<void> {
  const { status, body } = toHttpProblem(error);
  const { code, message } = body['detail'] as { code?: unknown; message?: unknown };
  if (code === undefined) return;
  if (writer.isInLine) await writer.write('\n');
  res.end(`${writer.rest}${JSON.stringify({ error: { status, code, message } })}\n`);
  await finished(res);
}

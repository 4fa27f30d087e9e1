import { finished } from 'node:stream/promises';
import { type HttpResponse, toHttpProblem } from '@spanhouse/api-kit';
import type { ItemText } from '../span-json/assemble-trace.js';
import { ChunkWriter } from './chunk-writer.js';
import type { ReadCosts } from './read-costs.js';

/** Media type of answers with one JSON value per line. */
export const ndjson = 'application/x-ndjson';

/**
 * Sends each item as one line, as fast as the client reads them; see docs/api/spans-and-traces.md. If the storage fails
 * before the first line, the answer is an ordinary error. If it fails later, the last line reports the failure. Rejects
 * with the error in both cases.
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
      for (const item of items) {
        await writeLine(writer, item);
      }
      await writer.flush();
      if (res.destroyed) {
        return;
      }
    }
    writeHead(res, costs);
  } catch (error) {
    if (res.headersSent && !res.destroyed) {
      await endWithError(res, writer, error);
    }
    throw error;
  }
  costs.writeTrailer(res);
  res.end();
}

function writeHead(res: HttpResponse, costs: ReadCosts): void {
  if (res.headersSent || res.getHeader('trailer') !== undefined) {
    return;
  }
  res.status(200).setHeader('content-type', ndjson);
  costs.writeHead(res);
}

async function writeLine(writer: ChunkWriter, item: ItemText): Promise<void> {
  if (typeof item === 'string') {
    await writer.write(item);
  } else {
    await writer.writeAll(item);
  }
  await writer.write('\n');
}

/**
 * Writes an expected failure as the last line. For any other error, does not end the response, so that the connection
 * breaks: clients consider a stream that ends normally to be complete.
 */
async function endWithError(res: HttpResponse, writer: ChunkWriter, error: unknown): Promise<void> {
  const { status, body } = toHttpProblem(error);
  const { code, message } = body['detail'] as { code?: unknown; message?: unknown };
  if (code === undefined) {
    return;
  }
  if (writer.isInLine) {
    await writer.write('\n');
  }
  res.end(`${writer.rest}${JSON.stringify({ error: { status, code, message } })}\n`);
  await finished(res);
}

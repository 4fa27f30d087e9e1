import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import {
  createFuzzBody,
  damageStream,
  type FuzzBody,
  type FuzzFormat,
} from '@spanhouse/span-intake/testing/fuzz';
import { createTestGateway, type TestGateway } from './test-gateway.js';

const paths: Record<FuzzFormat, readonly string[]> = {
  ingest: ['/tracing/spans/ingest', '/tracing/traces/', '/preview/tracing/traces/'],
  trace: ['/traces/', '/tracing/spans/ingest'],
  trace_list: ['/traces/ingest'],
  otlp_json: ['/v1/traces', '/otlp/v1/traces'],
  otlp_protobuf: ['/v1/traces', '/otlp/v1/traces'],
  zipkin: ['/api/v2/spans'],
  zipkin_protobuf: ['/api/v2/spans'],
};

const encodings = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['zstd', zstdCompressSync],
] as const;

/** The statuses that the API documents for a damaged body. */
const documented = new Set([200, 202, 400, 413, 422]);

/** A running gateway that receives damaged bodies. */
export interface FuzzedGateway {
  /**
   * Sends the body for this seed. Rejects if the API does not document the response, or if a stored row cannot be read.
   */
  send(seed: number): Promise<void>;
  close(): Promise<void>;
}

export async function startFuzzedGateway(): Promise<FuzzedGateway> {
  const gateway = createTestGateway();
  const server = createServer(gateway.app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    send: async (seed) => {
      const body = createFuzzBody(seed);
      const path = paths[body.format][seed % paths[body.format].length] ?? '/';
      const response = await fetch(`http://127.0.0.1:${port}${path}`, toRequest(body, seed));
      const answer = await response.text();
      if (!documented.has(response.status)) {
        throw new Error(`${path} answers ${response.status}: ${answer.slice(0, 500)}`);
      }
      takeStored(gateway);
    },
    close: () => close(server),
  };
}

/**
 * Returns a request with the given body. For some seeds, the body is compressed, and the compressed stream is damaged.
 */
function toRequest(body: FuzzBody, seed: number): RequestInit {
  const type = body.format.endsWith('_protobuf') ? 'application/x-protobuf' : 'application/json';
  const headers = { 'content-type': type };
  const [encoding, compress] = encodings[seed % 5] ?? [];
  return encoding === undefined
    ? { method: 'POST', headers, body: Uint8Array.from(body.bytes) }
    : {
        method: 'POST',
        headers: { ...headers, 'content-encoding': encoding },
        body: Uint8Array.from(damageStream(compress(body.bytes), seed)),
      };
}

/** Reads every stored row and then empties the log, so that memory does not grow. */
function takeStored(gateway: TestGateway): void {
  gateway.storedSpans();
  gateway.log.records.length = 0;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

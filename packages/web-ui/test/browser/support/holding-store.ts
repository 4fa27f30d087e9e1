import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A proxy in front of a store that can keep reads waiting. */
export interface HoldingStore {
  readonly url: string;
  /** Ids of the reads that are waiting for a response. */
  readonly held: readonly string[];
  /** Ids of the statements that the service has asked to kill. */
  readonly ended: readonly string[];
  /** Holds all further reads of spans. */
  hold(): void;
  close(): Promise<void>;
}

const readsSpans = /^\s*(SELECT|WITH)\b[\s\S]*\bFROM spans\b/i;

/** Starts a server that forwards all requests to a ClickHouse. */
export async function startHoldingStore(target: string): Promise<HoldingStore> {
  const held: string[] = [];
  const ended: string[] = [];
  let isHolding = false;
  const server = createServer(async (incoming, outgoing) => {
    const { searchParams } = new URL(incoming.url ?? '', target);
    const body = await buffer(incoming);
    const statement = body.toString('latin1');
    if (statement.startsWith('KILL QUERY')) {
      ended.push(searchParams.get('param_queryId') ?? '');
    }
    if (isHolding && readsSpans.test(statement)) {
      held.push(searchParams.get('query_id') ?? '');
      return;
    }
    const { method = 'POST', headers } = incoming;
    const address = new URL(incoming.url ?? '', target);
    const forwarded = request(address, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    forwarded.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    held,
    ended,
    hold() {
      isHolding = true;
    },
    close: () => closeServer(server),
  };
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

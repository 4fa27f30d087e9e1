import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A store in front of another one, that can keep reads waiting. */
export interface HoldingStore {
  readonly url: string;
  /** The ids of reads that wait for their answers. */
  readonly held: readonly string[];
  /** The ids whose statements the service has asked to end. */
  readonly ended: readonly string[];
  /** From now on, reads of spans get no answer. */
  hold(): void;
  close(): Promise<void>;
}

const readsSpans = /^\s*(SELECT|WITH)\b[\s\S]*\bFROM spans\b/i;

/** Starts a server that passes everything on to a ClickHouse. */
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

import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface SlowLine {
  readonly url: string;
  /** All responses so far, in the order in which they were requested. */
  readonly transfers: readonly Transfer[];
  close(): Promise<void>;
}

/** A response on its way to the browser. */
export interface Transfer {
  readonly path: string;
  /** Time in ms since 1970. */
  readonly requestedAt: number;
  /** End of the transfer in ms since 1970; Infinity while it is in progress. */
  endedAt: number;
  /** Arrival time and size of each part. */
  readonly parts: { readonly at: number; readonly bytes: number }[];
}

interface LineOptions {
  readonly latencyMs: number;
  readonly bytesPerSecond: number;
}

/** Size of the parts into which responses are divided, so that they can share the connection. */
const PART_BYTES = 4096;

/**
 * Starts a proxy that delays every request and limits the combined bandwidth of all responses. Unlike Chromium's
 * network emulation, the proxy also slows down requests from workers.
 */
export async function startSlowLine(target: string, options: LineOptions): Promise<SlowLine> {
  const { latencyMs, bytesPerSecond } = options;
  const transfers: Transfer[] = [];
  let isFreeAt = 0;
  /** Waits for as long as the connection takes to transfer `bytes` more bytes. */
  const carry = (bytes: number) => {
    isFreeAt = Math.max(isFreeAt, Date.now()) + (1000 * bytes) / bytesPerSecond;
    return delay(isFreeAt - Date.now());
  };
  const server = createServer(async (incoming, outgoing) => {
    const path = incoming.url ?? '';
    const transfer: Transfer = { path, requestedAt: Date.now(), endedAt: Infinity, parts: [] };
    transfers.push(transfer);
    outgoing.once('close', () => {
      transfer.endedAt = Date.now();
    });
    await delay(latencyMs);
    const { method = 'GET', headers } = incoming;
    const forwarded = request(`${target}${path}`, { method, headers });
    outgoing.once('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
    try {
      const [answer] = await once(forwarded, 'response');
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      for await (const part of answer) {
        await sendOver(carry, { part, outgoing, transfer });
      }
      outgoing.end();
    } catch {
      outgoing.destroy(); // the browser or the service has disconnected
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    transfers,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Sending {
  readonly part: Buffer;
  readonly outgoing: ServerResponse;
  readonly transfer: Transfer;
}

async function sendOver(carry: (bytes: number) => Promise<void>, sending: Sending): Promise<void> {
  const { part, outgoing, transfer } = sending;
  for (let from = 0; from < part.length; from += PART_BYTES) {
    const bytes = part.subarray(from, from + PART_BYTES);
    await carry(bytes.length);
    outgoing.write(bytes);
    transfer.parts.push({ at: Date.now(), bytes: bytes.length });
  }
}

/**
 * Returns the time in ms that a browser has waited for the network until `moment`, excluding processor time. The
 * transfers are replayed on the assumption that a request depends on the last transfer that ended before it started.
 */
export function waitedUntil(
  moment: number,
  transfers: readonly Transfer[],
  { latencyMs, bytesPerSecond }: LineOptions,
): number {
  const ends = new Map<Transfer | undefined, number>();
  let isFreeAt = 0;
  for (const transfer of transfers.filter(({ requestedAt }) => requestedAt <= moment)) {
    const cause = transfers
      .filter(({ endedAt }) => endedAt <= transfer.requestedAt)
      .toSorted((one, other) => one.endedAt - other.endedAt)
      .at(-1);
    const arrived = transfer.parts.filter(({ at }) => at <= moment);
    if (arrived.length > 0) {
      const bytes = arrived.reduce((sum, part) => sum + part.bytes, 0);
      isFreeAt = Math.max(isFreeAt, (ends.get(cause) ?? 0) + latencyMs);
      isFreeAt += (1000 * bytes) / bytesPerSecond;
      ends.set(transfer, isFreeAt);
    }
  }
  return isFreeAt;
}

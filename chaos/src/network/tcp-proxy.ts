import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * The state of a network connection.
 *
 * - `sound`: every byte is forwarded.
 * - `cut`: existing connections break, and new connections are refused.
 * - `slow`: every portion of bytes is delayed.
 * - `half-open`: connections stay open and new connections are accepted, but no byte is forwarded. A connection that
 *   was open in this state never forwards a byte again, as if the peer had disappeared without closing it.
 */
export type NetworkState = 'sound' | 'cut' | 'slow' | 'half-open';

export interface TcpProxy {
  /** The port on loopback that forwards to the target. */
  readonly port: number;
  set(state: NetworkState): void;
  close(): Promise<void>;
}

const host = '127.0.0.1';
const SLOW_MS = 300;

interface Link {
  readonly client: Socket;
  readonly target: Socket;
  isSilent: boolean;
}

/** Opens a port that forwards to another port on loopback. */
export async function openTcpProxy(targetPort: number): Promise<TcpProxy> {
  const links = new Set<Link>();
  let state: NetworkState = 'sound';
  const server = createServer((client) => {
    if (state === 'cut') {
      client.resetAndDestroy();
      return;
    }
    const link = { client, target: connect(targetPort, host), isSilent: state === 'half-open' };
    links.add(link);
    carry(link, () => (state === 'slow' ? SLOW_MS : 0));
    client.once('close', () => links.delete(link));
  }).listen(0, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    set(next) {
      state = next;
      for (const link of links) {
        if (next === 'cut') {
          link.client.resetAndDestroy();
        }
        link.isSilent ||= next === 'half-open';
      }
    },
    close: () => close(server, links),
  };
}

function carry(link: Link, delayMs: () => number): void {
  const { client, target } = link;
  for (const [from, to] of [
    [client, target],
    [target, client],
  ] as const) {
    const later = createQueue(delayMs);
    from.on('data', (bytes) => {
      if (!link.isSilent) {
        later(() => to.write(bytes));
      }
    });
    from.on('error', () => to.destroy());
    from.on('end', () => later(() => to.end()));
    from.on('close', () => later(() => to.destroy()));
  }
}

/**
 * Returns a function that runs steps in order. When a step is added, `delayMs` returns the minimum delay of that step.
 */
function createQueue(delayMs: () => number): (step: () => void) => void {
  const waiting: { readonly dueAt: number; readonly step: () => void }[] = [];
  const runDue = () => {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      const early = next.dueAt - performance.now();
      if (early > 0) {
        setTimeout(runDue, early);
        return;
      }
      waiting.shift();
      next.step();
    }
  };
  return (step) => {
    waiting.push({ dueAt: performance.now() + delayMs(), step });
    if (waiting.length === 1) {
      runDue();
    }
  };
}

async function close(server: Server, links: ReadonlySet<Link>): Promise<void> {
  for (const { client, target } of links) {
    client.destroy();
    target.destroy();
  }
  server.close();
  await once(server, 'close');
}

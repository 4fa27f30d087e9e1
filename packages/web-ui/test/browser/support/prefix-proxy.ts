import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PrefixProxy {
  /** The proxy's address without a trailing slash, such as `http://127.0.0.1:40001/team/traces`. */
  readonly url: string;
  /** Paths of requests that were outside the prefix. */
  readonly strays: string[];
  close(): Promise<void>;
}

/** Path prefixes with zero, one and three segments. */
const prefixes = ['', '/team', '/tools/team/traces'];

/**
 * Returns the path prefix for a suite. Each prefix is used for about a third of the suites, unless an environment
 * variable sets the prefix of all suites.
 */
export function prefixOf(title: string): string {
  const sum = [...title].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return process.env['UI_PREFIX'] ?? prefixes[sum % prefixes.length] ?? '';
}

/**
 * Starts a proxy that serves `target` under a path prefix such as `/team/traces`. The proxy removes the prefix from
 * requests, and adds the headers `added` to requests without credentials.
 */
export async function startPrefixProxy(
  target: string,
  prefix: string,
  added: Readonly<Record<string, string>> = {},
): Promise<PrefixProxy> {
  const strays: string[] = [];
  // The proxy must not close idle connections, because the service's responses announce a keep-alive timeout that is
  // longer than the proxy's default. A request on a connection that the proxy has already closed would be reset.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    const path = incoming.url ?? '';
    if (!path.startsWith(`${prefix}/`)) {
      strays.push(path);
      outgoing.writeHead(404).end();
      return;
    }
    const { method = 'GET' } = incoming;
    const headers = { ...added, ...incoming.headers };
    const address = `${target}${path.slice(prefix.length)}`;
    const forwarded = request(address, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => refuse(outgoing));
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    strays,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function refuse(outgoing: ServerResponse): void {
  if (outgoing.headersSent) {
    outgoing.destroy();
  } else {
    outgoing.writeHead(502).end();
  }
}

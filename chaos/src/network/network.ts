import { type NetworkState, openTcpProxy, type TcpProxy } from './tcp-proxy.js';

/**
 * A connection from a client to its backend. Brokers are also clients of each other, and so are the ClickHouse shards.
 */
export type Link =
  | 'gateway-kafka'
  | 'consumer-kafka'
  | 'query-kafka'
  | 'kafka-kafka'
  | 'consumer-clickhouse'
  | 'query-clickhouse'
  | 'clickhouse-clickhouse';

/** The connections of the services and of their backends. Each connection passes through a proxy. */
export class Network {
  readonly #proxies = new Map<Link, TcpProxy[]>();

  /** Opens a proxy to a port, and resolves with the port of the proxy. `set` changes all proxies of the link. */
  async connect(link: Link, targetPort: number): Promise<number> {
    const proxy = await openTcpProxy(targetPort);
    this.#proxies.set(link, [...(this.#proxies.get(link) ?? []), proxy]);
    return proxy.port;
  }

  /** Opens a proxy to a server, and resolves with the address of the proxy. */
  async addressFor(link: Link, address: string): Promise<string> {
    const url = new URL(address);
    url.port = String(await this.connect(link, Number(url.port)));
    return url.origin;
  }

  /** Changes the state of all connections of a link. */
  set(link: Link, state: NetworkState): void {
    const proxies = this.#proxies.get(link) ?? [];
    if (proxies.length === 0) {
      throw new Error(`this form has no proxy for ${link}`);
    }
    for (const proxy of proxies) {
      proxy.set(state);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#proxies.values()].flat().map((proxy) => proxy.close()));
  }
}

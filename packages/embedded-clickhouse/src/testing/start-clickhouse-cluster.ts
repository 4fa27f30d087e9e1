import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findChdbLibrary } from '../chdb-library.js';
import { type ClickHouseProcess, spawnClickHouse } from '../clickhouse-process.js';
import { findFreePort } from '../free-port.js';
import { probeServer } from '../probe-server.js';
import { toConfigXml } from '../server-config.js';

/** A shard without replicas, or a replica of the only shard; started again when it ends by itself. */
export interface ClusterServer {
  readonly url: string;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  /** On the same ports, with the data it had. */
  start(): Promise<void>;
}

export interface ClickHouseCluster {
  readonly servers: readonly ClusterServer[];
  close(): Promise<void>;
}

export interface ClickHouseClusterOptions {
  readonly dataDir: string;
  /** In remote_servers of every server. */
  readonly name: string;
  /** Port of a ZooKeeper on loopback: the two are replicas of one shard. */
  readonly zookeeperPort?: number;
}

const HOST = '127.0.0.1';
const SERVERS = 2;
const MAX_MEMORY_BYTES = 2 * 1024 ** 3;
const POLL_MS = 50;
const READY_TIMEOUT_MS = 180_000;

/**
 * Two servers that know each other as the shards of a cluster. Whoever starts it closes it. Replicas
 * hold their tables and never fill them: this server has no port where replicas fetch from each other.
 */
export async function startClickHouseCluster(
  options: ClickHouseClusterOptions,
): Promise<ClickHouseCluster> {
  const tcpPorts: number[] = [];
  for (let index = 0; index < SERVERS; index++) tcpPorts.push(await findFreePort(HOST));
  const servers: Server[] = [];
  for (let index = 0; index < SERVERS; index++) {
    servers.push(await createServer(index, { ...options, tcpPorts }));
  }
  await Promise.all(servers.map((server) => server.start()));
  return {
    servers,
    close: async () => void (await Promise.all(servers.map((server) => server.end()))),
  };
}

type Server = ClusterServer & { end(): Promise<void> };

async function createServer(
  index: number,
  options: ClickHouseClusterOptions & { readonly tcpPorts: readonly number[] },
): Promise<Server> {
  const dataDir = join(options.dataDir, `server-${index + 1}`);
  const httpPort = await findFreePort(HOST);
  const url = `http://${HOST}:${httpPort}`;
  const instanceId = randomUUID();
  const common = toConfigXml({ dataDir, httpPort, instanceId, maxMemoryBytes: MAX_MEMORY_BYTES });
  const configPath = join(dataDir, 'config.xml');
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(
    configPath,
    common.replace('</clickhouse>', `${clusterXml(index, options)}</clickhouse>`),
  );
  let running: ClickHouseProcess | undefined;
  const start = async () => {
    const server = spawnClickHouse(findChdbLibrary(), configPath);
    running = server;
    await untilReady(server, () => probeServer(url, instanceId, AbortSignal.timeout(1000)));
    await listenForServers(url);
    void server.exited.then(async () => {
      // ClickHouse 26.7 aborts now and then when the other server is killed; its orchestrator starts it again
      if (running === server) await start().catch(() => undefined);
    });
  };
  const stop = async (how: 'kill' | 'end') => {
    const server = running;
    running = undefined;
    server?.[how]();
    await server?.exited;
  };
  return { url, start, kill: () => stop('kill'), end: () => stop('end') };
}

function clusterXml(
  index: number,
  { name, tcpPorts, zookeeperPort }: ClickHouseClusterOptions & { tcpPorts: readonly number[] },
): string {
  const replicas = tcpPorts.map(
    (port) => `<replica><host>${HOST}</host><port>${port}</port></replica>`,
  );
  const isReplicated = zookeeperPort !== undefined;
  const shards = (isReplicated ? [replicas.join('')] : replicas).map(
    (shard) => `<shard><internal_replication>true</internal_replication>${shard}</shard>`,
  );
  const [shard, replica] = isReplicated ? [1, index + 1] : [index + 1, 1];
  const node = `<node><host>${HOST}</host><port>${zookeeperPort}</port></node>`;
  return [
    `<tcp_port>${tcpPorts[index]}</tcp_port>`,
    `<macros><shard>${shard}</shard><replica>${replica}</replica></macros>`,
    `<remote_servers replace="1"><${name}>${shards.join('')}</${name}></remote_servers>`,
    isReplicated ? `<zookeeper>${node}</zookeeper>` : '',
  ].join('\n');
}

async function untilReady(
  server: ClickHouseProcess,
  isReady: () => Promise<boolean>,
): Promise<void> {
  const deadlineMs = Date.now() + READY_TIMEOUT_MS;
  const ended = server.exited.then(({ output }) => {
    throw new Error(`ClickHouse ended at start: ${output}`);
  });
  ended.catch(() => undefined);
  while (!(await Promise.race([isReady(), ended]))) {
    if (Date.now() > deadlineMs) throw new Error('ClickHouse is not ready in time');
    await delay(POLL_MS);
  }
}

/** Other servers speak the native protocol. */
async function listenForServers(url: string): Promise<void> {
  const answer = await fetch(url, { method: 'POST', body: 'SYSTEM START LISTEN TCP' });
  if (!answer.ok) throw new Error(await answer.text());
  await answer.text();
}

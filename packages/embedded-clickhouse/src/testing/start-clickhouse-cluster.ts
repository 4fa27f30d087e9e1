import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { timeLimits, waitUntil } from '@spanhouse/service-runtime/testing';
import { findChdbLibrary } from '../chdb-library.js';
import { type ClickHouseProcess, spawnClickHouse } from '../clickhouse-process.js';
import { findFreePort } from '../free-port.js';
import { probeServer } from '../probe-server.js';
import { toConfigXml } from '../server-config.js';

/** A shard without replicas, or a replica of the only shard. It is restarted if it ends by itself. */
export interface ClusterServer {
  readonly url: string;
  /** Sends SIGKILL and resolves when the process has ended. */
  kill(): Promise<void>;
  /** Starts the server on the same ports, with the data it had. */
  start(): Promise<void>;
}

export interface ClickHouseCluster {
  readonly servers: readonly ClusterServer[];
  close(): Promise<void>;
}

export interface ClickHouseClusterOptions {
  readonly dataDir: string;
  /** The name of the cluster in `remote_servers` of every server. */
  readonly name: string;
  /** The port of a ZooKeeper on loopback. If it is given, the two servers are replicas of one shard. */
  readonly zookeeperPort?: number;
}

const host = '127.0.0.1';
const SERVERS = 2;
const MAX_MEMORY_BYTES = 2 * 1024 ** 3;

/**
 * Starts two servers that know each other as the shards of a cluster. The caller closes them.
 * Replicated tables can be created but stay empty: the embedded server has no port for replication.
 */
export async function startClickHouseCluster(
  options: ClickHouseClusterOptions,
): Promise<ClickHouseCluster> {
  const tcpPorts: number[] = [];
  for (let index = 0; index < SERVERS; index++) {
    tcpPorts.push(await findFreePort(host));
  }
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
  const httpPort = await findFreePort(host);
  const url = `http://${host}:${httpPort}`;
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
      // ClickHouse 26.7 sometimes aborts when the other server is killed; an orchestrator would restart it
      if (running === server) {
        await start().catch(() => undefined);
      }
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
    (port) => `<replica><host>${host}</host><port>${port}</port></replica>`,
  );
  const isReplicated = zookeeperPort !== undefined;
  const shards = (isReplicated ? [replicas.join('')] : replicas).map(
    (shard) => `<shard><internal_replication>true</internal_replication>${shard}</shard>`,
  );
  const [shard, replica] = isReplicated ? [1, index + 1] : [index + 1, 1];
  const node = `<node><host>${host}</host><port>${zookeeperPort}</port></node>`;
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
  const ended = server.exited.then(({ output }) => {
    throw new Error(`ClickHouse ended during its start: ${output}`);
  });
  ended.catch(() => undefined);
  await waitUntil('a ClickHouse of the cluster answers', () => Promise.race([isReady(), ended]), {
    timeoutMs: timeLimits.processStart,
  });
}

/** Opens the port of the native protocol, which the servers of a cluster use among themselves. */
async function listenForServers(url: string): Promise<void> {
  const answer = await fetch(url, { method: 'POST', body: 'SYSTEM START LISTEN TCP' });
  if (!answer.ok) {
    throw new Error(await answer.text());
  }
  await answer.text();
}

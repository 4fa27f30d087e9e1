import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, waitUntil } from '@spanhouse/service-runtime/testing';
import { type ClickHouseAccess, createAccess } from '../access.js';
import { writePrivateFile } from '../access-file.js';
import { type ClickHouseProcess, spawnClickHouse } from '../clickhouse-process.js';
import {
  configFile,
  findChdbLibrary,
  probeServer,
  toConfigXml,
} from '../start-embedded-clickhouse.js';
import { ask } from './ask.js';

/**
 * One server of a cluster: a shard without replicas, or a replica of the only shard. The server is restarted if it ends
 * unexpectedly.
 */
export interface ClusterServer extends ClickHouseAccess {
  /** Kills the process (SIGKILL) and resolves when it has ended. */
  kill(): Promise<void>;
  /**
   * Asks the server to end, with the same effect as SIGTERM on a standalone server. Resolves when the process has
   * ended.
   */
  stop(): Promise<void>;
  /** Sends a signal to the running process, such as SIGSTOP. */
  signal(name: NodeJS.Signals): void;
  /** Starts the server on the same ports with its existing data. */
  start(): Promise<void>;
}

export interface ClickHouseCluster {
  readonly servers: readonly ClusterServer[];
  close(): Promise<void>;
}

export interface ClickHouseClusterOptions {
  readonly dataDir: string;
  /** The name of the cluster in the `remote_servers` of every server. */
  readonly name: string;
  /** Port of a ZooKeeper on loopback. If it is set, the two servers are replicas of one shard. */
  readonly zookeeperPort?: number;
  /**
   * Resolves with the loopback port through which the other server reaches the given port of this server. By default,
   * the other server connects directly.
   */
  readonly proxy?: (port: number) => Promise<number>;
}

const host = '127.0.0.1';
const SERVERS = 2;
const MAX_MEMORY_BYTES = 2 * 1024 ** 3;

/**
 * Starts two servers that have the same user and know each other as members of a cluster. The caller closes them.
 * Replicated tables can be created but are read-only, because embedded servers have no replication port.
 */
export async function startClickHouseCluster(
  options: ClickHouseClusterOptions,
): Promise<ClickHouseCluster> {
  const tcpPorts: number[] = [];
  for (let index = 0; index < SERVERS; index++) {
    tcpPorts.push(await freePort(host));
  }
  const peerPorts = await Promise.all(tcpPorts.map((port) => options.proxy?.(port) ?? port));
  const owner = createAccess('');
  const servers: ClusterServer[] = [];
  for (let index = 0; index < SERVERS; index++) {
    const url = `http://${host}:${await freePort(host)}`;
    servers.push(
      createServer(index, { ...options, tcpPorts, peerPorts, access: { ...owner, url } }),
    );
  }
  await Promise.all(servers.map((server) => server.start()));
  return {
    servers,
    close: async () => void (await Promise.all(servers.map((server) => server.stop()))),
  };
}

interface ServerOptions extends ClickHouseClusterOptions {
  readonly tcpPorts: readonly number[];
  /** The ports through which other servers reach each server. */
  readonly peerPorts: readonly number[];
  readonly access: ClickHouseAccess;
}

function createServer(index: number, options: ServerOptions): ClusterServer {
  const { access } = options;
  const dataDir = join(options.dataDir, `server-${index + 1}`);
  const instanceId = randomUUID();
  const common = toConfigXml({
    dataDir,
    instanceId,
    maxMemoryBytes: MAX_MEMORY_BYTES,
    access,
    grants: ['ALL ON *.*'],
  });
  const configPath = join(dataDir, configFile);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writePrivateFile(
    configPath,
    common.replace('</clickhouse>', `${clusterXml(index, options)}</clickhouse>`),
  );
  let running: ClickHouseProcess | undefined;
  const start = async () => {
    const server = spawnClickHouse(findChdbLibrary(), configPath);
    running = server;
    await untilReady(server, () => probeServer(access, instanceId, AbortSignal.timeout(1000)));
    // Opens the port of the native protocol, which the servers of a cluster use to communicate.
    await ask(access, 'SYSTEM START LISTEN TCP');
    void server.exited.then(async () => {
      // ClickHouse 26.7 sometimes aborts when the other server is killed. This code then restarts the aborted server,
      // as an orchestrator does.
      if (running === server) {
        await start().catch(() => undefined);
      }
    });
  };
  const close = async (how: 'kill' | 'end') => {
    const server = running;
    running = undefined;
    server?.[how]();
    await server?.exited;
  };
  const signal = (name: NodeJS.Signals) => {
    if (running?.pid !== undefined) {
      process.kill(running.pid, name);
    }
  };
  return { ...access, start, signal, kill: () => close('kill'), stop: () => close('end') };
}

function clusterXml(
  index: number,
  { name, tcpPorts, peerPorts, zookeeperPort, access: { user, password } }: ServerOptions,
): string {
  const login = `<user>${user}</user><password>${password}</password>`;
  // A server recognizes itself by its own port.
  const ports = peerPorts.with(index, tcpPorts[index] ?? 0);
  const replicas = ports.map(
    (port) => `<replica><host>${host}</host><port>${port}</port>${login}</replica>`,
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
  await waitUntil('a ClickHouse of the cluster answers', () => Promise.race([isReady(), ended]));
}

import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { type ServerUsers, usersXml } from './server-users.js';
import { element } from './xml.js';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/** Number of merge threads. Merges may use only half of the cores, because accepting spans has priority. */
export const mergeThreads = Math.max(1, Math.floor(availableParallelism() / 2));

/** Name of the configuration file in the data directory. The file contains the password of the owner. */
export const configFile = 'config.xml';

export interface ServerConfig extends ServerUsers {
  readonly dataDir: string;
  /** Value of a header in every answer. It prevents a probe from mistaking another server for this one. */
  readonly instanceId: string;
  readonly maxMemoryBytes: number;
}

/** Returns a quarter of the machine's memory, but at least 1 GiB, which merges need, and at most 3 GiB. */
export function defaultMaxMemoryBytes(machineBytes = totalmem()): number {
  return Math.min(Math.max(Math.floor(machineBytes / 4), GIB), 3 * GIB);
}

/** Returns the configuration file of a ClickHouse server for one machine and one owner. */
export function toConfigXml(config: ServerConfig): string {
  const settings: Readonly<Record<string, string | number>> = {
    path: join(config.dataDir, '/'),
    http_port: new URL(config.access.url).port,
    users_config: join(config.dataDir, configFile),
    listen_host: '127.0.0.1',
    display_name: config.instanceId,
    timezone: 'UTC',
    // At start, the server overwrites logger/level but not this setting.
    'log-level': 'warning',
    max_server_memory_usage: config.maxMemoryBytes,
    // By default, each of these caches may grow to 5 GiB, which suits a dedicated machine.
    mark_cache_size: 128 * MIB,
    index_mark_cache_size: 64 * MIB,
    index_uncompressed_cache_size: 64 * MIB,
    mmap_cache_size: 100,
    // The limit is high, because clients may have abandoned many statements while the server was down. They must not
    // block new statements.
    max_concurrent_queries: 2000,
    background_pool_size: mergeThreads,
    // Each merge thread takes up to eight merges and runs short ones first, so that they do not wait for large ones. A
    // look-up reads every part of the trace index, whose merges are small.
    background_merges_mutations_concurrency_ratio: 8,
    background_merges_mutations_scheduling_policy: 'shortest_task_first',
  };
  const lines = Object.entries(settings).map(([name, value]) => element(name, String(value)));
  const logger = [
    element('log', join(config.dataDir, 'clickhouse.log')),
    element('size', '10M'),
    element('count', '2'),
  ];
  // BACKUP … TO File('name') can write only to <dataDir>/backups/name.
  const backups = element('allowed_path', 'backups/');
  const groups = [`<logger>${logger.join('')}</logger>`, `<backups>${backups}</backups>`];
  const parts = [...lines, ...groups, usersXml(config)];
  return `<clickhouse>\n${parts.join('\n')}\n</clickhouse>\n`;
}

import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/** Half of the machine: accepting spans comes first. */
export const MERGE_THREADS = Math.max(1, Math.floor(availableParallelism() / 2));

export interface ServerConfig {
  readonly dataDir: string;
  readonly httpPort: number;
  /** Comes back in a header of every answer: tells this server from another one on the same port. */
  readonly instanceId: string;
  readonly maxMemoryBytes: number;
}

/** A quarter of the machine, but neither too little for merges nor more than a laptop can spare. */
export function defaultMaxMemoryBytes(machineBytes = totalmem()): number {
  return Math.min(Math.max(Math.floor(machineBytes / 4), GIB), 3 * GIB);
}

/** The configuration file of the child: a ClickHouse server for one machine and one user. */
export function toConfigXml(config: ServerConfig): string {
  const settings: Readonly<Record<string, string | number>> = {
    path: join(config.dataDir, '/'),
    http_port: config.httpPort,
    listen_host: '127.0.0.1',
    display_name: config.instanceId,
    timezone: 'UTC',
    // "log-level" and not logger/level: that one is overwritten at start.
    'log-level': 'warning',
    max_server_memory_usage: config.maxMemoryBytes,
    // The defaults are 5 GiB each: upper bounds meant for a machine of its own.
    mark_cache_size: 128 * MIB,
    index_mark_cache_size: 64 * MIB,
    index_uncompressed_cache_size: 64 * MIB,
    mmap_cache_size: 100,
    max_concurrent_queries: 100,
    background_pool_size: MERGE_THREADS,
    // Small merges first, and room for some beside large ones: a look-up asks every part of the trace
    // index, whose merges are small, but of spans only the parts of that time.
    background_merges_mutations_concurrency_ratio: 8,
    background_merges_mutations_scheduling_policy: 'shortest_task_first',
  };
  const lines = Object.entries(settings).map(([name, value]) => element(name, String(value)));
  const logger = [
    element('log', join(config.dataDir, 'clickhouse.log')),
    element('size', '10M'),
    element('count', '2'),
  ];
  // BACKUP … TO File('name') writes to <dataDir>/backups/name, and nowhere else.
  const backups = element('allowed_path', 'backups/');
  const groups = `<logger>${logger.join('')}</logger>\n<backups>${backups}</backups>`;
  return `<clickhouse>\n${lines.join('\n')}\n${groups}\n</clickhouse>\n`;
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

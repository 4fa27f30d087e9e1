import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clickhouseSettings, readAccess } from '../packages/embedded-clickhouse/dist/index.js';
import { startSystem } from '../scripts/start-system.mjs';
import { createStatements } from './query/clickhouse.mjs';

/** The Node flags of `npm start`. docs/adr/002 explains the last flag. */
const nodeFlags = [
  '--single-threaded-gc',
  '--max-semi-space-size=16',
  '--heap-growing-percent=150',
];

/** Starts the program of `npm start` with its ClickHouse. Resolves when the program answers. */
export async function startSpanhouse(dataDir, env = {}) {
  const { url, child, stop } = await startSystem(dataDir, { env, flags: nodeFlags });
  process.once('exit', () => child.kill('SIGTERM'));
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
  return {
    url,
    /** Opens a client for statements in the embedded ClickHouse. */
    openStore() {
      const settings = clickhouseSettings(readAccess(join(dataDir, 'clickhouse')));
      return createStatements({ ...settings, CLICKHOUSE_DATABASE: 'spanhouse' });
    },
    pids: { node: child.pid, clickhouse: Number.parseInt(children, 10) },
    close: () => stop(),
  };
}

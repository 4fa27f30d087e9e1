import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readAccess } from '../packages/embedded-clickhouse/dist/index.js';
import { nodeFlags } from './node-flags.mjs';

/** Starts the program of `npm start` with its ClickHouse, and resolves once it answers. */
export async function startSpanhouse(dataDir, extraFlags = []) {
  const child = spawn(
    process.execPath,
    [...nodeFlags, ...extraFlags, 'services/all-in-one/dist/main.js'],
    {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        HTTP_PORT: '0',
        OTLP_HTTP_PORT: '0',
        OTLP_GRPC_PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  process.once('exit', () => child.kill('SIGTERM'));
  let url;
  for await (const line of createInterface({ input: child.stdout })) {
    [, url] = /API\s+(http:\S+)/.exec(line) ?? [];
    if (url !== undefined) {
      break;
    }
  }
  if (url === undefined) {
    throw new Error('Spanhouse does not start');
  }
  child.stdout.resume();
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const [clickhousePid] = readFileSync(
    `/proc/${child.pid}/task/${child.pid}/children`,
    'utf8',
  ).split(' ');
  return {
    url,
    clickhouse: readAccess(join(dataDir, 'clickhouse')),
    pids: { node: child.pid, clickhouse: Number(clickhousePid) },
    async close() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { NODE_FLAGS } from '../node-flags.mjs';

/**
 * The program of `npm start` on a ClickHouse that is there. Its log is new, and a new log lies behind
 * every row that is stored: its queries see them all.
 */
export async function startService(config) {
  const dataDir = mkdtempSync(join(tmpdir(), 'spanhouse-bench-service-'));
  const child = spawn(process.execPath, [...NODE_FLAGS, 'services/all-in-one/dist/main.js'], {
    env: {
      ...process.env,
      ...Object.fromEntries(Object.entries(config).map(([name, value]) => [name, String(value)])),
      DATA_DIR: dataDir,
      AUTH_MODE: 'open',
      TOKEN_SECRET: 'one secret for both services of the benchmark',
      HTTP_PORT: '0',
      OTLP_HTTP_PORT: '0',
      OTLP_GRPC_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  process.once('exit', () => {
    child.kill('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  });
  const printed = [];
  let url;
  for await (const line of createInterface({ input: child.stdout })) {
    printed.push(line);
    url = /API\s+(http:\S+)/.exec(line)?.[1];
    if (url !== undefined) break;
  }
  if (url === undefined) throw new Error(`the service does not start:\n${printed.join('\n')}`);
  child.stdout.resume();
  return {
    url,
    async close() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

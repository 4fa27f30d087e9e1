import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { nodeFlags } from '../node-flags.mjs';

/**
 * Starts the program of `npm start` on an existing ClickHouse. Its log is new, and a new log takes a
 * generation above every stored row, so its queries see all rows.
 */
export async function startService(config) {
  const dataDir = mkdtempSync(join(tmpdir(), 'spanhouse-bench-service-'));
  const child = spawn(process.execPath, [...nodeFlags, 'services/all-in-one/dist/main.js'], {
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
    if (url !== undefined) {
      break;
    }
  }
  if (url === undefined) {
    throw new Error(`the service did not start:\n${printed.join('\n')}`);
  }
  child.stdout.resume();
  return {
    url,
    async close() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

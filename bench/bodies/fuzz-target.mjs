import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../packages/service-runtime/src/process/free-port.ts';
import { nodeFlags } from '../node-flags.mjs';

const entry = 'services/all-in-one/dist/main.js';

/** Starts the program of `npm start` with new data: gateway, query service and ClickHouse. */
export async function startFuzzTarget() {
  const dataDir = mkdtempSync(join(tmpdir(), 'spanhouse-fuzz-'));
  const grpcPort = await freePort(); // 0 would turn gRPC off
  const adminKey = randomUUID();
  const child = spawn(process.execPath, [...nodeFlags, entry], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      ADMIN_KEY: adminKey,
      LOG_LEVEL: 'fatal',
      HTTP_PORT: '0',
      OTLP_HTTP_PORT: '0',
      OTLP_GRPC_PORT: String(grpcPort),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let exit;
  const exited = new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      exit = signal ?? code;
      resolve();
    });
  });
  process.once('exit', () => {
    child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });
  const { url, grpcUrl } = await readAddresses(child);
  return {
    url,
    grpcUrl,
    adminKey,
    /** The exit code or signal of a process that ended by itself. */
    get exit() {
      return exit;
    },
    residentMb: (field = 'VmRSS') => residentMb(child.pid, field),
    async close() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function readAddresses(child) {
  const printed = [];
  let url;
  for await (const line of createInterface({ input: child.stdout })) {
    printed.push(line);
    url ??= /API\s+(http:\S+)/.exec(line)?.[1];
    const grpcUrl = /OTLP\/gRPC\s+(http:\S+)/.exec(line)?.[1];
    if (url !== undefined && grpcUrl !== undefined) {
      child.stdout.resume();
      return { url, grpcUrl };
    }
  }
  throw new Error(`the process did not start:\n${printed.join('\n')}`);
}

function residentMb(pid, field) {
  const line = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(line?.[1]) / 1024);
}

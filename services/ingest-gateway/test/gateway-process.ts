import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const source = ['--conditions=@spanhouse/source', '--import', 'tsx'];
const main = `${__dirname}/../src/main.ts`;

export interface GatewayProcess {
  readonly child: ChildProcess;
  /** Resolves with the exit code and the complete standard error output. */
  readonly ended: Promise<{ readonly code: number | null; readonly errors: string }>;
  /** Resolves with the address when the gateway listens. */
  readonly address: Promise<string>;
  stop(): Promise<number | null>;
}

/** Runs main.ts from source in a separate process. */
export function startGateway(env: Readonly<Record<string, string>>): GatewayProcess {
  const child = spawn(process.execPath, [...source, main], {
    env: { PATH: process.env['PATH'] ?? '', HTTP_PORT: '0', OTLP_GRPC_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, errors }));
  });
  const address = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const entry = JSON.parse(line) as { msg: string; address?: string };
      if (entry.msg === 'listening' && entry.address !== undefined) {
        resolve(entry.address);
      }
    });
  });
  return {
    child,
    ended,
    address,
    stop: async () => {
      child.kill('SIGTERM');
      return (await ended).code;
    },
  };
}

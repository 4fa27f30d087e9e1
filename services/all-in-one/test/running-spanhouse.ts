import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningProcess, startProcess } from './running-process.js';

export interface RunningSpanhouse extends RunningProcess {
  readonly url: string;
  readonly dataDir: string;
}

export function newDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'spanhouse-test-'));
}

/** `npm start` without the build: the embedded log, ClickHouse and catalog in `dataDir`, any free port. */
export async function startSpanhouse(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<RunningSpanhouse> {
  const running = startProcess('services/all-in-one/dist/main.js', {
    DATA_DIR: dataDir,
    HTTP_PORT: '0',
    OTLP_HTTP_PORT: '0',
    OTLP_GRPC_PORT: '0',
    ...env,
  });
  const url = await running.line(/API\s+(http:\S+)/);
  return { ...running, url, dataDir };
}

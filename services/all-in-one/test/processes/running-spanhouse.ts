import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningProcess, startProcess } from './running-process.js';

export interface RunningSpanhouse extends RunningProcess {
  readonly url: string;
  /** The address of OTLP over gRPC. It is `''` unless OTLP_GRPC_PORT is set and the port was free. */
  readonly grpcUrl: string;
  readonly dataDir: string;
}

export function newDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'spanhouse-test-'));
}

type Settings = Readonly<Record<string, string>>;

interface SuiteSpanhouse extends RunningSpanhouse {
  /** Kills the process and starts it again in the same data directory. */
  killAndRestart(): Promise<void>;
}

/**
 * Runs one installation for all tests of a suite. The members of the returned object can be used only in hooks and
 * tests.
 */
export function runSpanhouse(settings: Settings | (() => Promise<Settings>) = {}): SuiteSpanhouse {
  const running = {} as SuiteSpanhouse;
  const start = async (dataDir: string) => {
    const env = typeof settings === 'function' ? await settings() : settings;
    Object.assign(running, await startSpanhouse(dataDir, env));
  };
  running.killAndRestart = async () => {
    await running.kill9();
    await start(running.dataDir);
  };
  beforeAll(() => start(newDataDir()));
  afterAll(() => running.stop?.());
  return running;
}

/** Starts the built program of `npm start` on free ports, with all embedded parts in `dataDir`. */
export async function startSpanhouse(
  dataDir: string,
  env: Settings = {},
): Promise<RunningSpanhouse> {
  const running = startProcess('services/all-in-one/dist/main.js', {
    DATA_DIR: dataDir,
    HTTP_PORT: '0',
    OTLP_HTTP_PORT: '0',
    OTLP_GRPC_PORT: '0',
    RECEIPT_MAX_WAIT_MS: '120000',
    ...env,
  });
  const url = await running.line(/API\s+(http:\S+)/);
  await running.line(/Data\s+(\S+)/); // this line is printed after all addresses
  const grpcUrl = /OTLP\/gRPC\s+(http:\S+)/.exec(running.output())?.[1] ?? '';
  return { ...running, url, grpcUrl, dataDir };
}

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAccess } from '../../../packages/embedded-clickhouse/src/index.js';
import { freePort } from '../../../packages/service-runtime/src/testing/index.js';
import { Network } from '../network/network.js';
import { createClickHouseStore } from './clickhouse-store.js';
import { openAll } from './open-all.js';
import { ServiceProcess } from './service-process.js';
import type { Part, Role, System } from './system.js';

/** Starts what `npm start` starts, with its data and logs in `dir`. Resolves when it is ready. */
export async function startEmbeddedSystem(dir: string): Promise<System> {
  const dataDir = join(dir, 'data');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  mkdirSync(dir, { recursive: true });
  const program = new ServiceProcess({
    name: 'all-in-one',
    script: 'services/all-in-one/dist/main.js',
    env: {
      DATA_DIR: dataDir,
      HTTP_PORT: String(port),
      OTLP_HTTP_PORT: '0',
      OTLP_GRPC_PORT: '0',
      LOG_PARTITIONS: '2',
    },
    dir,
  });
  const parts: Partial<Record<Role, readonly Part[]>> = {
    process: [program],
    clickhouse: [supervisedClickHouse(() => childOf(program))],
  };
  const access = () => readAccess(join(dataDir, 'clickhouse'));
  return openAll(async (onClose) => {
    onClose(() => program.stop());
    await program.start();
    await program.untilReady(url);
    return {
      gateways: [url],
      query: url,
      stores: [createClickHouseStore({ access, table: 'spanhouse.spans' })],
      parts: (role: Role) => parts[role] ?? [],
      network: new Network(),
      newConsumer: () => {
        throw new Error('the embedded form has one consumer');
      },
      leader: () => Promise.reject(new Error('the embedded form has no brokers')),
    };
  });
}

/** A server that another process starts again as soon as it ends. It can be thawed after that process has ended. */
export function supervisedClickHouse(pid: () => number): Part {
  let frozen: number | undefined;
  const signal = (name: NodeJS.Signals) => process.kill(pid(), name);
  return {
    name: 'clickhouse',
    start: () => Promise.resolve(),
    kill: async () => void (await Promise.resolve(signal('SIGKILL'))),
    stop: async () => void (await Promise.resolve(signal('SIGTERM'))),
    freeze() {
      frozen = pid();
      process.kill(frozen, 'SIGSTOP');
    },
    thaw() {
      if (frozen !== undefined) {
        continueUnlessEnded(frozen);
      }
    },
  };
}

function continueUnlessEnded(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
      throw error;
    }
  }
}

function childOf({ pid }: ServiceProcess): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const child = Number.parseInt(children, 10);
  if (!(child > 0)) {
    throw new Error('ClickHouse is not running'); // 0 would be this process group
  }
  return child;
}

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAccess } from '../../../packages/embedded-clickhouse/src/index.js';
import { freePort } from '../../../packages/service-runtime/src/testing/index.js';
import { Network } from '../network/network.js';
import { createClickHouseStore } from './clickhouse-store.js';
import { createEmbeddedLog } from './embedded-log.js';
import { openAll } from './open-all.js';
import { repository, ServiceProcess } from './service-process.js';
import { openSmallDisks, type SmallDisks } from './small-disks.js';
import type { Part, Role, ServiceRole, StartOptions, System } from './system.js';

/** Free space below which the log accepts no spans. The default exceeds the size of a run's small disks. */
const MIN_FREE_BYTES = 8 * 1024 ** 2;

/** Starts the process of `npm start` with its ClickHouse. Resolves when both are ready. */
export function startEmbeddedSystem(options: StartOptions): Promise<System> {
  const dataDir = join(options.dir, 'data');
  const folders = { log: join(dataDir, 'log'), clickhouse: join(dataDir, 'clickhouse') };
  return openAll(async (onClose) => {
    for (const folder of Object.values(folders)) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    }
    const small = options.hasSmallDisks === true ? await openSmallDisks(folders) : undefined;
    onClose(async () => small?.close());
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const program = allInOne({ ...options, dataDir, port, small });
    const parts: Partial<Record<Role, readonly Part[]>> = {
      process: [program],
      clickhouse: [supervisedClickHouse(() => childOf(program))],
    };
    const outside = (path: string) => small?.outside(path) ?? path;
    const access = () => readAccess(outside(folders.clickhouse));
    onClose(() => program.stop());
    await program.start();
    await program.untilReady(url);
    return {
      programs: [{ part: program, url, service: 'all-in-one' }],
      migrate: () => Promise.resolve(),
      services: (role: ServiceRole) => (role === 'process' ? [program] : []),
      log: createEmbeddedLog(outside(folders.log), program),
      disks: small?.disks,
      gateways: [url],
      query: url,
      stores: [createClickHouseStore({ access, table: 'spanhouse.spans' })],
      parts: (role: Role) => parts[role] ?? [],
      network: new Network(),
      startConsumer: () => Promise.reject(new Error('the embedded form has one consumer')),
      leader: () => Promise.reject(new Error('the embedded form has no brokers')),
    };
  });
}

interface AllInOneOptions extends StartOptions {
  readonly dataDir: string;
  readonly port: number;
  readonly small: SmallDisks | undefined;
}

function allInOne(options: AllInOneOptions): ServiceProcess {
  const { dir, root = repository, settings, dataDir, port, small } = options;
  return new ServiceProcess({
    name: 'all-in-one',
    root,
    script: 'services/all-in-one/dist/main.js',
    env: {
      DATA_DIR: dataDir,
      HTTP_PORT: String(port),
      OTLP_HTTP_PORT: '0',
      OTLP_GRPC_PORT: '0',
      LOG_PARTITIONS: '2',
      LOG_LEVEL: 'info', // the log helps to explain a broken promise
      ...(small === undefined ? {} : { LOG_MIN_FREE_BYTES: String(MIN_FREE_BYTES) }),
      ...settings,
    },
    dir,
    runBy: small?.command ?? [],
  });
}

/**
 * Returns a server that its parent process restarts whenever it exits. The server can be thawed even after its parent
 * has ended.
 */
export function supervisedClickHouse(pid: () => number): Part {
  let frozen: number | undefined;
  const signal = (name: NodeJS.Signals) => process.kill(pid(), name);
  return {
    name: 'clickhouse',
    isSupervised: true,
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
    throw new Error('ClickHouse is not running'); // 0 would be the process group of this process
  }
  return child;
}

import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { type RunningProcess, startBy, startProcess } from '../../processes/running-process.js';
import { newDataDir, startSpanhouse } from '../../processes/running-spanhouse.js';

const allInOne = 'services/all-in-one/dist/main.js';
const ports = { HTTP_PORT: '0', OTLP_HTTP_PORT: '0', OTLP_GRPC_PORT: '0' };
/** Matches the progress lines of a start. */
const progress = /^(Opening|Starting) .* …$/m;
/** Command prefix that removes root's privileges: in a separate user namespace, root cannot bypass file permissions. */
const withoutPrivileges = process.getuid?.() === 0 ? ['unshare', '--user'] : [];

let taken: Server;
let takenPort: string;
beforeAll(async () => {
  taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  takenPort = String((taken.address() as { port: number }).port);
});
afterAll(() => taken.close());

function envOf(dataDir: string) {
  return { script: allInOne, env: { ...ports, DATA_DIR: dataDir } };
}

/** Returns the exit code and the output of a start, without its progress lines. */
async function endOf(running: RunningProcess) {
  const code = await running.exited;
  const lines = running.output().split('\n');
  return { code, lines: lines.filter((line) => line !== '' && !progress.test(line)) };
}

describe('npm start', () => {
  it('reports in one line that its port is in use, before it opens anything', async () => {
    const running = startProcess(allInOne, {
      ...ports,
      DATA_DIR: newDataDir(),
      HTTP_PORT: takenPort,
    });

    const ended = await endOf(running);

    expect(running.output()).not.toMatch(progress);
    expect(ended).toEqual({
      code: 1,
      lines: [
        `Spanhouse cannot start: cannot listen on 127.0.0.1:${takenPort}: the port is taken. ` +
          'Stop the program that uses it, or set HTTP_PORT to another port.',
      ],
    });
  });

  it('reports in one line that another Spanhouse uses the data directory, and does not disturb it', async () => {
    const dataDir = newDataDir();
    const first = await startSpanhouse(dataDir);

    const second = await endOf(startProcess(allInOne, { ...ports, DATA_DIR: dataDir }));

    expect(second).toEqual({
      code: 1,
      lines: [
        `Spanhouse cannot start: another Spanhouse uses the data directory ${dataDir}. ` +
          'Stop it, or set DATA_DIR to another directory.',
      ],
    });
    expect((await fetch(`${first.url}/health`)).status).toBe(200);
    await first.stop();
  });

  it('reports in one line that it may not write to its data directory', async () => {
    const parent = newDataDir();
    chmodSync(parent, 0o555);

    const { code, lines } = await endOf(startBy(withoutPrivileges, envOf(join(parent, 'data'))));

    expect([code, lines.length]).toEqual([78, 1]);
    expect(lines[0]).toMatch(/^The configuration is invalid: DATA_DIR: must be .* EACCES/);
  });

  it('reports in one line which part of the data directory belongs to another user', async () => {
    const dataDir = newDataDir();
    writeFileSync(join(dataDir, 'catalog.sqlite'), '', { mode: 0 });

    const { code, lines } = await endOf(startBy(withoutPrivileges, envOf(dataDir)));

    expect([code, lines.length]).toEqual([78, 1]);
    expect(lines[0]).toContain(`this user may not read and write ${dataDir}/catalog.sqlite`);
  });

  it('reports in one line that the platform has no embedded ClickHouse, and what to set', async () => {
    // Only the search for ClickHouse sees another architecture, because the other packages have binaries only for this
    // platform.
    const arch = `new Error().stack.includes('findChdb' + 'Library') ? 'riscv64' : '${process.arch}'`;
    const other = `Object.defineProperty(process, 'arch', { get: () => ${arch} })`;
    const running = startProcess(allInOne, {
      ...ports,
      DATA_DIR: newDataDir(),
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(other)}`,
    });

    const { code, lines } = await endOf(running);

    expect([code, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toMatch(/does not exist for linux-riscv64; set CLICKHOUSE_URL/);
  });

  const inFullDisk = (dataDir: string) => [
    ...['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c'],
    `mount -t tmpfs -o size=256k tmpfs ${dataDir} && dd if=/dev/zero of=${dataDir}/fill bs=4k 2>&1; exec "$@"`,
    'sh',
  ];
  const canMount =
    spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'true']).status === 0;
  (canMount ? it : it.skip)('reports in one line that the disk is full', async () => {
    const dataDir = newDataDir();

    const { code, lines } = await endOf(startBy(inFullDisk(dataDir), envOf(dataDir)));

    const said = lines.filter((line) => !/^(dd:|\d+)/.test(line));
    expect(code).toBe(1);
    expect(said).toEqual([
      `Spanhouse cannot start: the disk of the data directory ${dataDir} is full. ` +
        'Free some space, or set DATA_DIR to a directory on another disk.',
    ]);
  });
});

describe('a service of the cluster', () => {
  const env = {
    HTTP_PORT: '0',
    OTLP_GRPC_PORT: '0',
    AUTH_MODE: 'keys',
    TOKEN_SECRET: 's'.repeat(32),
    CATALOG_URL: `sqlite:${join(newDataDir(), 'catalog.sqlite')}`,
    KAFKA_BROKERS: '127.0.0.1:1',
    CLICKHOUSE_URL: 'http://127.0.0.1:1',
  };

  it.each(['ingest-gateway', 'span-consumer', 'trace-query'])(
    'reports in one line that the port of %s is in use',
    async (name) => {
      const script = `services/${name}/dist/main.js`;
      const { code, lines } = await endOf(startProcess(script, { ...env, HTTP_PORT: takenPort }));

      const said = lines.filter((line) => !line.startsWith('{"level":"info"'));
      expect([code, said]).toEqual([
        1,
        [expect.stringMatching(/^Spanhouse cannot start: .* the port is taken\. .*HTTP_PORT/)],
      ]);
    },
  );
});

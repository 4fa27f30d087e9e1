import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChdbLibrary } from '../../src/chdb-library.js';
import { type ClickHouseProcess, spawnClickHouse } from '../../src/clickhouse-process.js';
import { findFreePort } from '../../src/free-port.js';
import { toConfigXml } from '../../src/server-config.js';

let dataDir = '';
let server: ClickHouseProcess;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'clickhouse-process-'));
  const configPath = join(dataDir, 'config.xml');
  const httpPort = await findFreePort('127.0.0.1');
  const instanceId = 'of this test';
  writeFileSync(configPath, toConfigXml({ dataDir, httpPort, instanceId, maxMemoryBytes: 1e9 }));
  server = spawnClickHouse(findChdbLibrary(), configPath);
});

afterEach(async () => {
  server.kill();
  await server.exited;
  rmSync(dataDir, { recursive: true, force: true });
});

describe('spawnClickHouse', () => {
  it('ends even when its input ends before it serves', async () => {
    server.end();

    expect(await server.exited).toMatchObject({ exitCode: 0, signal: null });
  });
});

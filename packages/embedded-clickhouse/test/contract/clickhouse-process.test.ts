import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@spanhouse/service-runtime/testing';
import { createAccess } from '../../src/access.js';
import { type ClickHouseProcess, spawnClickHouse } from '../../src/clickhouse-process.js';
import { findChdbLibrary, toConfigXml } from '../../src/start-embedded-clickhouse.js';

let dataDir = '';
let server: ClickHouseProcess;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'clickhouse-process-'));
  const configPath = join(dataDir, 'config.xml');
  const access = createAccess(`http://127.0.0.1:${await freePort()}`);
  const config = { dataDir, instanceId: 'of this test', maxMemoryBytes: 1e9 };
  writeFileSync(configPath, toConfigXml({ ...config, access, grants: [] }));
  server = spawnClickHouse(findChdbLibrary(), configPath);
});

afterEach(async () => {
  server.kill();
  await server.exited;
  rmSync(dataDir, { recursive: true, force: true });
});

describe('spawnClickHouse', () => {
  it('ends even if its input closes before it serves', async () => {
    server.end();

    expect(await server.exited).toMatchObject({ exitCode: 0, signal: null });
  });
});

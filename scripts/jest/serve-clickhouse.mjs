// Runs the embedded ClickHouse from source for a test run: prints its URL, serves until standard input closes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedClickHouse } from '../../packages/embedded-clickhouse/src/index.ts';
import { createLogger } from '../../packages/service-runtime/src/index.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'spanhouse-test-clickhouse-'));
const logger = createLogger({ level: 'fatal', service: 'test-clickhouse' });
const clickhouse = await startEmbeddedClickHouse({ dataDir, logger });
console.log(clickhouse.url);

process.stdin.resume();
process.stdin.once('end', async () => {
  await clickhouse.close();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
});

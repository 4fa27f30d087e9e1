// Runs ClickHouse from source for a test run: the embedded server, and two more as a cluster. Prints the URL of the
// first and those of the cluster, serves until standard input closes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedClickHouse } from '../../packages/embedded-clickhouse/src/index.ts';
import { startClickHouseCluster } from '../../packages/embedded-clickhouse/src/testing/index.ts';
import { createLogger } from '../../packages/service-runtime/src/index.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'spanhouse-test-clickhouse-'));
const logger = createLogger({ level: 'fatal', service: 'test-clickhouse' });
const clusterDir = join(dataDir, 'cluster');
const [clickhouse, cluster] = await Promise.all([
  startEmbeddedClickHouse({ dataDir: join(dataDir, 'server'), logger }),
  startClickHouseCluster({ dataDir: clusterDir, name: 'spanhouse_test' }),
]);
console.log(clickhouse.url);
console.log(cluster.servers.map(({ url }) => url).join(','));

process.stdin.resume();
process.stdin.once('end', async () => {
  await Promise.all([clickhouse.close(), cluster.close()]);
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
});

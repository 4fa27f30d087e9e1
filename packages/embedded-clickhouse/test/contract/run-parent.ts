// A process that owns an embedded ClickHouse and prints its address and credentials. Tests kill this process.
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { startEmbeddedClickHouse } from '../../src/index.js';

const [dataDir = ''] = process.argv.slice(2);
const clickHouse = await startEmbeddedClickHouse({ dataDir, logger: createSilentLogger() });
process.stdout.write(`${JSON.stringify({ access: clickHouse, pid: clickHouse.pid() })}\n`);
setInterval(() => undefined, 60_000);

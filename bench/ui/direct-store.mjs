// Writes spans into the store of a data directory before Spanhouse starts with it. Writing a million spans takes a
// minute.
import { join } from 'node:path';
import {
  clickhouseSettings,
  startEmbeddedClickHouse,
} from '../../packages/embedded-clickhouse/dist/index.js';
import { createLogger, systemClock } from '../../packages/service-runtime/dist/index.js';
import { applyMigrations } from '../../packages/trace-store/dist/migrations.js';
import { projects, SPANS_PER_TRACE } from '../load/llm-traces.mjs';
import { fillStore } from '../query/fill-store.mjs';

const logger = createLogger({ level: 'error', service: 'bench' });
const [{ project_id }] = projects;

/** Opens the store of a data directory without a service, calls `work`, and closes the store. */
export async function withStore(dataDir, work, settings = {}) {
  const clickhouse = await startEmbeddedClickHouse({
    dataDir: join(dataDir, 'clickhouse'),
    logger,
  });
  const config = {
    CLICKHOUSE_DATABASE: 'spanhouse',
    CLICKHOUSE_REQUEST_TIMEOUT_MS: 60_000,
    ...clickhouseSettings(clickhouse),
    ...settings,
  };
  try {
    await applyMigrations(config, { logger, clock: systemClock });
    await work(config);
  } finally {
    await clickhouse.close();
  }
}

/**
 * Writes traces of an agent. The last trace starts at `newestNs`, and the others are evenly distributed over `lengthNs`
 * before it.
 */
export async function writeTraces(config, { spans, newestNs, lengthNs }) {
  await fillStore(config, {
    spans,
    logger,
    onProgress: () => undefined,
    arrange: (trace) => {
      const passedNs = (lengthNs * BigInt(trace.index * SPANS_PER_TRACE)) / BigInt(spans);
      return { ...trace, project_id, start: newestNs - lengthNs + passedNs };
    },
  });
}

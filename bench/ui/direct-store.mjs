// Writes spans directly into the store in a data directory, before Spanhouse starts to use the directory. Writing a
// million spans takes a minute.
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

/** Opens the store in a data directory without starting a service, calls `work`, and closes the store. */
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

const NS_PER_MS = 1_000_000n;
const LENGTH_NS = 23n * 3_600_000n * NS_PER_MS;
const NEWEST_AGE_MS = 60_000;

/**
 * Writes agent traces whose starts are evenly distributed over the last 23 hours. Resolves with the time of the newest
 * trace in ms since the epoch.
 */
export async function writeTraces(config, spans) {
  const newestMs = Date.now() - NEWEST_AGE_MS;
  const oldestNs = BigInt(newestMs) * NS_PER_MS - LENGTH_NS;
  await fillStore(config, {
    spans,
    logger,
    onProgress: () => undefined,
    arrange: (trace) => {
      const passedNs = (LENGTH_NS * BigInt(trace.index * SPANS_PER_TRACE)) / BigInt(spans);
      return { ...trace, project_id, start: oldestNs + passedNs };
    },
  });
  return newestMs;
}

/** The project for most measurements. It contains data of the last 23 hours. */
export const project = {
  name: 'project',
  store: (config, { spans }) => writeTraces(config, spans),
};

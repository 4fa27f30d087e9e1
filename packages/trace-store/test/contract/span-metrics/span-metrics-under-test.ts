import { systemClock as clock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { decodeSpanRows, ROW_SCHEMA_VERSION } from '@spanhouse/span-row';
import { createSpanMetricsReader, type MetricSum } from '@spanhouse/trace-store/reader';
import {
  describeOnClickHouse,
  encodeRows,
  FakeSpanMetrics,
  type Runs,
} from '@spanhouse/trace-store/testing';
import { createSpanMetricsStore, type SpanMetricsStore } from '@spanhouse/trace-store/writer';
import { openClickHouse, type StoredRows } from '../open-clickhouse.js';

const never = new AbortController().signal;

/** Span metrics, and the store whose spans they count. */
export interface SpanMetricsUnderTest {
  readonly metrics: SpanMetricsStore;
  sums(projectId: string): Promise<readonly MetricSum[]>;
  store(stored: StoredRows): Promise<void>;
  close(): Promise<void>;
}

/** Runs a suite on the fake, on a single server and on a cluster. */
export function describeSpanMetrics(
  title: string,
  suite: (open: () => Promise<SpanMetricsUnderTest>, runs: Runs) => void,
): void {
  describe(`${title} in memory`, () => suite(openInMemory, (wanted) => wanted));
  describeOnClickHouse(title, (url, runs) => suite(() => openOnClickHouse(url), runs));
}

export function openInMemory(): Promise<SpanMetricsUnderTest> {
  const metrics = new FakeSpanMetrics();
  return Promise.resolve({
    metrics,
    sums: (projectId) => metrics.sums(projectId),
    store({ rows, logPartition = 0, logOffset = 0n }) {
      for (const row of rows) {
        for (const span of decodeSpanRows(encodeRows([row]), ROW_SCHEMA_VERSION)) {
          metrics.store({ projectId: row.context.project_id, span, logPartition, logOffset });
        }
      }
      return Promise.resolve();
    },
    close: () => metrics.close(),
  });
}

async function openOnClickHouse(url: string): Promise<SpanMetricsUnderTest> {
  const { database, store, close } = await openClickHouse(url);
  const dependencies = { logger: createSilentLogger(), clock };
  const metrics = createSpanMetricsStore(database.config, dependencies);
  const reader = createSpanMetricsReader(database.config, dependencies);
  return {
    metrics,
    sums: (projectId) => reader.sums(projectId, never),
    store,
    async close() {
      await Promise.all([metrics.close(), reader.close()]);
      await close();
    },
  };
}

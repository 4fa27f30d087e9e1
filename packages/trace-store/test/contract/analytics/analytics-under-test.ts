import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { createTraceAnalytics, type TraceAnalytics } from '@spanhouse/trace-store/reader';
import { describeOnClickHouse, FakeTraceAnalytics } from '@spanhouse/trace-store/testing';
import { openClickHouse, type StoreUnderTest } from '../open-clickhouse.js';

/** Analytics, and the store from which they read. */
export interface AnalyticsUnderTest extends StoreUnderTest {
  readonly analytics: TraceAnalytics;
}

/** Runs a suite for TraceAnalytics on the fake, on a single server and on a cluster. */
export function describeAnalytics(
  title: string,
  suite: (open: () => Promise<AnalyticsUnderTest>, runs: (wanted: number) => number) => void,
): void {
  describe(`${title} in memory`, () => suite(openFakeAnalytics, (wanted) => 2 * wanted));
  describeOnClickHouse(title, (url, runs) => suite(() => openAnalytics(url), runs));
}

export function openFakeAnalytics(): Promise<AnalyticsUnderTest> {
  const analytics = new FakeTraceAnalytics();
  return Promise.resolve({
    analytics,
    store({ rows, ...position }) {
      analytics.add(rows, position);
      return Promise.resolve();
    },
    delete(block) {
      analytics.delete(block);
      return Promise.resolve();
    },
    merge: () => Promise.resolve(),
    close: () => analytics.close(),
  });
}

/** Opens analytics on a new database. */
export async function openAnalytics(url: string): Promise<AnalyticsUnderTest> {
  const store = await openClickHouse(url);
  const dependencies = { logger: createSilentLogger(), clock: systemClock };
  const analytics = createTraceAnalytics(store.database.config, dependencies);
  return {
    ...store,
    analytics,
    async close() {
      await analytics.close();
      await store.close();
    },
  };
}

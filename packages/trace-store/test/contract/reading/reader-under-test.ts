import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import {
  decodeSpanRows,
  generationOf,
  partitionOffsetOf,
  ROW_SCHEMA_VERSION,
} from '@spanhouse/span-row';
import { createTraceReader, type TraceReader } from '@spanhouse/trace-store/reader';
import { describeOnClickHouse, encodeRows, FakeTraceReader } from '@spanhouse/trace-store/testing';
import { openClickHouse, type StoreUnderTest } from '../open-clickhouse.js';

/** A reader, and a store for the spans that it reads. */
export interface ReaderUnderTest extends StoreUnderTest {
  readonly reader: TraceReader;
}

/** Runs a suite on the fake, on one server and on a cluster. */
export function describeReaders(
  title: string,
  suite: (open: () => Promise<ReaderUnderTest>, runs: (wanted: number) => number) => void,
): void {
  describe(`${title} in memory`, () => suite(openFake, (wanted) => 2 * wanted));
  describeOnClickHouse(title, (url, runs) => suite(() => openOnClickHouse(url), runs));
}

function openFake(): Promise<ReaderUnderTest> {
  const reader = new FakeTraceReader();
  return Promise.resolve({
    reader,
    store({ rows, logPartition = 0, logOffset = 0n }) {
      for (const row of rows) {
        reader.add(decodeSpanRows(encodeRows([row]), ROW_SCHEMA_VERSION), {
          projectId: row.context.project_id,
          partition: logPartition,
          offset: Number(partitionOffsetOf(logOffset)),
          generation: Number(generationOf(logOffset)),
        });
      }
      return Promise.resolve();
    },
    delete(block) {
      reader.delete(block);
      return Promise.resolve();
    },
    merge: () => Promise.resolve(),
    close: () => reader.close(),
  });
}

export async function openOnClickHouse(url: string): Promise<ReaderUnderTest> {
  const { config, ...store } = await openClickHouse(url);
  const logger = createSilentLogger();
  const reader = createTraceReader(config, { logger, clock: systemClock });
  return {
    ...store,
    reader,
    async close() {
      await reader.close();
      await store.close();
    },
  };
}

import {
  decodeSpanRows,
  generationOf,
  partitionOffsetOf,
  ROW_SCHEMA_VERSION,
} from '@spanhouse/span-row';
import type { TraceReader } from '@spanhouse/trace-store/reader';
import { describeOnClickHouse, encodeRows, FakeTraceReader } from '@spanhouse/trace-store/testing';
import { openWithReader, type StoreUnderTest } from '../open-clickhouse.js';

/** A reader, and the store from which it reads. */
export interface ReaderUnderTest extends StoreUnderTest {
  readonly reader: TraceReader;
}

/** Runs a suite on the fake, on a single server and on a cluster. */
export function describeReaders(
  title: string,
  suite: (open: () => Promise<ReaderUnderTest>, runs: (wanted: number) => number) => void,
): void {
  describe(`${title} in memory`, () => suite(openFakeReader, (wanted) => 2 * wanted));
  describeOnClickHouse(title, (url, runs) => suite(() => openWithReader(url), runs));
}

export function openFakeReader(): Promise<ReaderUnderTest> {
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

import { AppError, type Health } from '@spanhouse/service-runtime';
import type { TraceReader } from '@spanhouse/trace-store/reader';

const NAME = 'clickhouse';

/** The same reader; every read tells `health` whether ClickHouse answered. */
export function createObservedTraceReader(
  reader: TraceReader,
  health: Pick<Health, 'reached' | 'lost'>,
): TraceReader {
  const observe = async <Result>(read: Promise<Result>): Promise<Result> => {
    try {
      const result = await read;
      health.reached(NAME);
      return result;
    } catch (error) {
      if (error instanceof AppError && error.code === 'CLICKHOUSE_UNAVAILABLE') {
        health.lost(NAME, error.message);
      }
      throw error;
    }
  };
  return {
    listSpans: (selection, signal) => observe(reader.listSpans(selection, signal)),
    listTraces: (selection, signal) => observe(reader.listTraces(selection, signal)),
    findSpans: (ids, signal) => observe(reader.findSpans(ids, signal)),
    check: () => observe(reader.check()),
    close: () => reader.close(),
  };
}

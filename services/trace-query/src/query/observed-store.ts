import { AppError, type Health } from '@spanhouse/service-runtime';
import type { DeadLetterCounter, TraceReader } from '@spanhouse/trace-store/reader';

const NAME = 'clickhouse';

type StoreHealth = Pick<Health, 'reached' | 'lost'>;

/** The same reader; every read tells `health` whether ClickHouse answered. */
export function createObservedTraceReader(reader: TraceReader, health: StoreHealth): TraceReader {
  return {
    listSpans: (selection, signal) => observe(reader.listSpans(selection, signal), health),
    listTraces: (selection, signal) => observe(reader.listTraces(selection, signal), health),
    findSpans: (ids, signal) => observe(reader.findSpans(ids, signal), health),
    check: () => observe(reader.check(), health),
    close: () => reader.close(),
  };
}

/** The same for counting. */
export function createObservedDeadLetterCounter(
  counter: Pick<DeadLetterCounter, 'countRows'>,
  health: StoreHealth,
): Pick<DeadLetterCounter, 'countRows'> {
  return { countRows: (messages, signal) => observe(counter.countRows(messages, signal), health) };
}

async function observe<Result>(read: Promise<Result>, health: StoreHealth): Promise<Result> {
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
}

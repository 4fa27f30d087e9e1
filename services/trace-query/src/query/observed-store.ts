import { AppError, type Health } from '@spanhouse/service-runtime';
import type { DeadLetterCounter, TraceAnalytics, TraceReader } from '@spanhouse/trace-store/reader';

const NAME = 'clickhouse';

type StoreHealth = Pick<Health, 'reached' | 'lost'>;

/** The same reader; every read tells `health` whether ClickHouse answered. */
export function createObservedTraceReader(reader: TraceReader, health: StoreHealth): TraceReader {
  return {
    listSpans: (selection, signal) => observe(reader.listSpans(selection, signal), health),
    streamSpans: (selection, options) =>
      observeStream(reader.streamSpans(selection, options), health),
    listTraces: (selection, signal) => observe(reader.listTraces(selection, signal), health),
    streamTraces: (selection, options) =>
      observeStream(reader.streamTraces(selection, options), health),
    findSpans: (ids, signal) => observe(reader.findSpans(ids, signal), health),
    streamFoundSpans: (ids, options) =>
      observeStream(reader.streamFoundSpans(ids, options), health),
    streamFoundTraces: (ids, options) =>
      observeStream(reader.streamFoundTraces(ids, options), health),
    findSpanKeys: (trace, signal) => observe(reader.findSpanKeys(trace, signal), health),
    measured: (onCost) => createObservedTraceReader(reader.measured(onCost), health),
    check: () => observe(reader.check(), health),
    close: () => reader.close(),
  };
}

async function* observeStream<Item, End>(
  stream: AsyncGenerator<Item, End>,
  health: StoreHealth,
): AsyncGenerator<Item, End> {
  for (;;) {
    const step = await observe(stream.next(), health);
    if (step.done) return step.value;
    yield step.value;
  }
}

/** The same for what is computed over many spans. */
export function createObservedTraceAnalytics(
  analytics: TraceAnalytics,
  health: StoreHealth,
): TraceAnalytics {
  return {
    measureTraces: (selection, specs, signal) =>
      observe(analytics.measureTraces(selection, specs, signal), health),
    sumBuckets: (selection, focus, signal) =>
      observe(analytics.sumBuckets(selection, focus, signal), health),
    listActors: (selection, signal) => observe(analytics.listActors(selection, signal), health),
    listAttributeKeys: (range, signal) =>
      observe(analytics.listAttributeKeys(range, signal), health),
    listAttributeValues: (request, signal) =>
      observe(analytics.listAttributeValues(request, signal), health),
    measured: (onCost) => createObservedTraceAnalytics(analytics.measured(onCost), health),
    close: () => analytics.close(),
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

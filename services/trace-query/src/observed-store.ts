import { AppError, type Health, mapStream } from '@spanhouse/service-runtime';
import type { DeadLetterCounter, TraceAnalytics, TraceReader } from '@spanhouse/trace-store/reader';

const name = 'clickhouse';

type StoreHealth = Pick<Health, 'reached' | 'lost'>;

/** Returns the same reader, whose reads report to `health` whether ClickHouse answered. */
export function createObservedTraceReader(reader: TraceReader, health: StoreHealth): TraceReader {
  return {
    listSpans: (selection, signal) => observe(reader.listSpans(selection, signal), health),
    streamSpans: (selection, options) =>
      observeStream(reader.streamSpans(selection, options), health),
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

/** Reports every portion, because the first one already shows that ClickHouse answers. */
async function* observeStream<Item, End>(
  stream: AsyncGenerator<Item, End>,
  health: StoreHealth,
): AsyncGenerator<Awaited<Item>, End> {
  const observed = mapStream(stream, (portion) => {
    health.reached(name);
    return portion;
  });
  try {
    return yield* observed;
  } catch (error) {
    throw reported(error, health);
  }
}

/** Returns the same analytics, whose reads report to `health` like those of the reader. */
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

/** Returns the same counter, whose reads report to `health` like those of the reader. */
export function createObservedDeadLetterCounter(
  counter: Pick<DeadLetterCounter, 'countRows'>,
  health: StoreHealth,
): Pick<DeadLetterCounter, 'countRows'> {
  return { countRows: (messages, signal) => observe(counter.countRows(messages, signal), health) };
}

async function observe<Result>(read: Promise<Result>, health: StoreHealth): Promise<Result> {
  try {
    const result = await read;
    health.reached(name);
    return result;
  } catch (error) {
    throw reported(error, health);
  }
}

/** Returns the same error. ClickHouse counts as lost only if it did not answer. */
function reported(error: unknown, health: StoreHealth): unknown {
  if (error instanceof AppError && error.code === 'CLICKHOUSE_UNAVAILABLE') {
    health.lost(name, error.message);
  }
  return error;
}

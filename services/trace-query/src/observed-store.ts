import { AppError, type Health, mapStream } from '@spanhouse/service-runtime';
import type {
  DeadLetterCounter,
  IngestState,
  LedgerAudit,
  SpanMetricsReader,
  TraceAnalytics,
  TraceReader,
} from '@spanhouse/trace-store/reader';

const name = 'clickhouse';

type StoreHealth = Pick<Health, 'reached' | 'lost'>;

/** Returns the same reader, whose reads report to `health` whether ClickHouse answered. */
export function createObservedTraceReader(reader: TraceReader, health: StoreHealth): TraceReader {
  return {
    listSpans: (...read) => observe(reader.listSpans(...read), health),
    streamSpans: (...read) => observeStream(reader.streamSpans(...read), health),
    streamTraces: (...read) => observeStream(reader.streamTraces(...read), health),
    streamSummaries: (...read) => observeStream(reader.streamSummaries(...read), health),
    streamCalls: (...read) => observeStream(reader.streamCalls(...read), health),
    streamReceived: (...read) => observeStream(reader.streamReceived(...read), health),
    countReceived: (...read) => observe(reader.countReceived(...read), health),
    findSpans: (...read) => observe(reader.findSpans(...read), health),
    streamFoundSpans: (...read) => observeStream(reader.streamFoundSpans(...read), health),
    streamFoundTraces: (...read) => observeStream(reader.streamFoundTraces(...read), health),
    readOutline: (...read) => observe(reader.readOutline(...read), health),
    findSpanKeys: (...read) => observe(reader.findSpanKeys(...read), health),
    findTraceIds: (...read) => observe(reader.findTraceIds(...read), health),
    measured: (onCost, room) => createObservedTraceReader(reader.measured(onCost, room), health),
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
    measureTraces: (...read) => observe(analytics.measureTraces(...read), health),
    sumBuckets: (...read) => observe(analytics.sumBuckets(...read), health),
    aggregateSpans: (...read) => observe(analytics.aggregateSpans(...read), health),
    groupSpans: (...read) => observe(analytics.groupSpans(...read), health),
    pickSpans: (...read) => observe(analytics.pickSpans(...read), health),
    countTraces: (...read) => observe(analytics.countTraces(...read), health),
    sampleSpans: (...read) => observe(analytics.sampleSpans(...read), health),
    listActors: (...read) => observe(analytics.listActors(...read), health),
    listAttributeKeys: (...read) => observe(analytics.listAttributeKeys(...read), health),
    listAttributeValues: (...read) => observe(analytics.listAttributeValues(...read), health),
    listSpansByDay: (...read) => observe(analytics.listSpansByDay(...read), health),
    listServices: (...read) => observe(analytics.listServices(...read), health),
    firstReceivedAt: (...read) => observe(analytics.firstReceivedAt(...read), health),
    measured: (onCost) => createObservedTraceAnalytics(analytics.measured(onCost), health),
    close: () => analytics.close(),
  };
}

/** Returns the same counter, whose reads report to `health` like those of the reader. */
export function createObservedDeadLetterCounter(
  counter: Pick<DeadLetterCounter, 'countRows' | 'findLost'>,
  health: StoreHealth,
): Pick<DeadLetterCounter, 'countRows' | 'findLost'> {
  return {
    countRows: (...read) => observe(counter.countRows(...read), health),
    findLost: (...read) => observe(counter.findLost(...read), health),
  };
}

/** Returns the same state, whose reads report to `health` like those of the reader. */
export function createObservedIngestState(
  state: Pick<IngestState, 'read'>,
  health: StoreHealth,
): Pick<IngestState, 'read'> {
  return { read: (...read) => observe(state.read(...read), health) };
}

/** Returns the same audit, whose reads report to `health` like those of the reader. */
export function createObservedLedgerAudit(
  audit: Pick<LedgerAudit, 'balance' | 'entered'>,
  health: StoreHealth,
): Pick<LedgerAudit, 'balance' | 'entered'> {
  return {
    balance: (...read) => observe(audit.balance(...read), health),
    entered: (...read) => observe(audit.entered(...read), health),
  };
}

/** Returns the same sums, whose reads report to `health` like those of the reader. */
export function createObservedSpanMetrics(
  spanMetrics: Pick<SpanMetricsReader, 'sums'>,
  health: StoreHealth,
): Pick<SpanMetricsReader, 'sums'> {
  return { sums: (...read) => observe(spanMetrics.sums(...read), health) };
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

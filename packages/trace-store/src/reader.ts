import type { Clock, Logger, SelfTracer } from '@spanhouse/service-runtime';
import { createClickHouseClient } from './clickhouse-client.js';
import type { TraceReaderConfig } from './clickhouse-config.js';
import { ClickHouseDeadLetterCounter } from './clickhouse-dead-letter-counter.js';
import { ClickHouseTraceAnalytics } from './clickhouse-trace-analytics.js';
import { ClickHouseTraceReader } from './clickhouse-trace-reader.js';
import type { DeadLetterCounter } from './dead-letter-index.js';
import type { StatementRunnerOptions } from './run-statement.js';
import type { TraceAnalytics } from './trace-analytics.js';
import type { TraceReader } from './trace-reader.js';

export type { DeadLetterCounter, MessagePlace } from './dead-letter-index.js';
export { PERCENTILES } from './metric-aggregates.js';
export type { ReadCost } from './read-cost.js';
export {
  type ActorPage,
  type ActorPosition,
  type ActorSelection,
  type ActorSummary,
  type AttributeKey,
  type AttributeRange,
  type AttributeValue,
  type BucketSelection,
  type BucketSums,
  METRIC_TYPES,
  type MetricBucket,
  type MetricSpec,
  type MetricSummary,
  type MetricType,
  type SumBucket,
  type TraceAnalytics,
  type ValueCount,
} from './trace-analytics.js';
export type {
  PageStream,
  RankedWholeTrace,
  SelectedTrace,
  SpanBoundary,
  SpanIdsToFind,
  SpanNode,
  SpanPage,
  SpanPosition,
  SpanSelection,
  StreamOptions,
  TracePage,
  TracePosition,
  TraceReader,
  WholeTrace,
} from './trace-reader.js';

/** More reads than this at once only take each other's time. */
const MAX_CONNECTIONS = 32;
const MAX_COUNTER_CONNECTIONS = 4;
/** Each of them may use the whole server. */
const MAX_ANALYTICS_CONNECTIONS = 8;
/** The deadline of a read ends its requests; the client's own limit only catches what that misses. */
const REQUEST_TIMEOUT_MARGIN_MS = 5000;

interface ReaderDependencies {
  readonly logger: Logger;
  readonly clock: Clock;
  /** Absent: nothing is traced. */
  readonly tracer?: SelfTracer | undefined;
}

/** Opens nothing until the first call. */
export function createTraceReader(
  config: TraceReaderConfig,
  dependencies: ReaderDependencies,
): TraceReader {
  return new ClickHouseTraceReader(runnerOptions(config, MAX_CONNECTIONS, dependencies));
}

/** Opens nothing until the first call. */
export function createTraceAnalytics(
  config: TraceReaderConfig,
  dependencies: ReaderDependencies,
): TraceAnalytics {
  return new ClickHouseTraceAnalytics(
    runnerOptions(config, MAX_ANALYTICS_CONNECTIONS, dependencies),
  );
}

/** Opens nothing until the first call. */
export function createDeadLetterCounter(
  config: TraceReaderConfig,
  dependencies: ReaderDependencies,
): DeadLetterCounter {
  return new ClickHouseDeadLetterCounter(
    runnerOptions(config, MAX_COUNTER_CONNECTIONS, dependencies),
  );
}

function runnerOptions(
  config: TraceReaderConfig,
  maxOpenConnections: number,
  { logger, clock, tracer }: ReaderDependencies,
): StatementRunnerOptions {
  const client = createClickHouseClient(config, {
    requestTimeoutMs: config.QUERY_DEADLINE_MS + REQUEST_TIMEOUT_MARGIN_MS,
    maxOpenConnections,
    database: config.CLICKHOUSE_DATABASE,
    ...{ logger, tracer },
  });
  return {
    client,
    clock,
    logger,
    deadlineMs: config.QUERY_DEADLINE_MS,
    maxMemoryBytes: config.QUERY_MAX_MEMORY_BYTES,
  };
}

import { ClickHouseTraceAnalytics } from './analytics/clickhouse-trace-analytics.js';
import type { ClickHouseClusterConfig, TraceReaderConfig } from './clickhouse-config.js';
import { openRunner, type RunnerDependencies } from './connection/statement-runner.js';
import type { DeadLetterCounter } from './dead-letter-index.js';
import { ClickHouseTraceReader } from './lists/clickhouse-trace-reader.js';
import { ClickHouseDeadLetterCounter } from './operations/clickhouse-dead-letter-counter.js';
import { ClickHouseIngestState } from './operations/clickhouse-ingest-state.js';
import { openStoreState } from './operations/open-store-state.js';
import { ClickHouseSpanMetrics } from './span-metrics/clickhouse-span-metrics.js';
import type { SpanMetricsReader } from './span-metrics.js';
import type { IngestState } from './store-state.js';
import type { TraceAnalytics } from './trace-analytics.js';
import type { TraceReader } from './trace-reader.js';

export { allPercentiles } from './analytics/aggregates/metric-aggregates.js';
export type { DeadLetterCounter, MessagePlace } from './dead-letter-index.js';
export { createLedgerAudit } from './ledger/clickhouse-ledger-audit.js';
export {
  type LedgerAudit,
  type LedgerBalance,
  type LedgerSums,
  MAX_UNENTERED,
} from './message-ledger.js';
export { createStoredPositions } from './operations/log-positions.js';
export type { AnswerRoom, ReadCost } from './read-cost.js';
export {
  type AggregateField,
  type AggregateMeasure,
  type AggregateRow,
  addedNumbers,
  type Facet,
  type SpanAggregate,
  type SpanAggregation,
  type ValueAxis,
} from './span-aggregation.js';
export type {
  AttributedPart,
  GroupBucket,
  GroupingKey,
  PickedSpan,
  SpanGroup,
  SpanPick,
} from './span-groups.js';
export type { ExtentBounds, SpanHint } from './span-hint.js';
export {
  callBounds,
  type Exemplar,
  edgeBounds,
  type MetricSum,
  type SpanMetric,
  type SpanMetricsReader,
} from './span-metrics.js';
export { type SpanPart, unreadParts } from './span-parts.js';

export type { IngestReading, IngestState, TimeToVisible } from './store-state.js';

export type {
  ActorPage,
  ActorPosition,
  ActorSelection,
  ActorSummary,
  AttributeKey,
  AttributeRange,
  AttributeValue,
  BucketSelection,
  BucketSums,
  DayCount,
  DayRange,
  MetricBucket,
  MetricSpec,
  MetricSummary,
  RowSelection,
  SampledSpan,
  SpanSample,
  SumBucket,
  TraceAnalytics,
  ValueCount,
} from './trace-analytics.js';
export type {
  CallNode,
  OutlineNode,
  PageStream,
  RankedWholeTrace,
  ReceivedSelection,
  SpanBoundary,
  SpanIdsToFind,
  SpanNode,
  SpanPage,
  SpanPosition,
  SpanSelection,
  StreamOptions,
  SummaryNode,
  TraceCalls,
  TraceIdEnds,
  TracePosition,
  TraceReader,
  TraceToSummarize,
  WholeTrace,
} from './trace-reader.js';
export { outlineFlags } from './trace-reader.js';

/** More concurrent reads only slow each other down. */
const MAX_CONNECTIONS = 32;
const MAX_COUNTER_CONNECTIONS = 4;
/** Each of them may use the whole server. */
const MAX_ANALYTICS_CONNECTIONS = 8;

/** Opens nothing until the first call. */
export function createTraceReader(
  config: TraceReaderConfig,
  dependencies: RunnerDependencies,
): TraceReader {
  return new ClickHouseTraceReader(openRunner(config, MAX_CONNECTIONS, dependencies));
}

/** Opens nothing until the first call. */
export function createTraceAnalytics(
  config: TraceReaderConfig,
  dependencies: RunnerDependencies,
): TraceAnalytics {
  return new ClickHouseTraceAnalytics(openRunner(config, MAX_ANALYTICS_CONNECTIONS, dependencies));
}

/** Opens nothing until the first call. */
export function createDeadLetterCounter(
  config: TraceReaderConfig,
  dependencies: RunnerDependencies,
): DeadLetterCounter {
  return new ClickHouseDeadLetterCounter(openRunner(config, MAX_COUNTER_CONNECTIONS, dependencies));
}

const MAX_SCRAPE_CONNECTIONS = 4;

/** Opens nothing until the first call. */
export function createSpanMetricsReader(
  config: TraceReaderConfig,
  dependencies: RunnerDependencies,
): SpanMetricsReader {
  return new ClickHouseSpanMetrics(openRunner(config, MAX_SCRAPE_CONNECTIONS, dependencies));
}

/** Opens nothing until the first call. */
export function createIngestState(
  config: TraceReaderConfig & ClickHouseClusterConfig,
  dependencies: RunnerDependencies,
): IngestState {
  // One connection, because operators look at it one at a time.
  const runner = openRunner(config, 1, dependencies);
  return new ClickHouseIngestState(runner, openStoreState(config, dependencies.logger));
}

export { allPercentiles } from './analytics/aggregates/metric-aggregates.js';
export { createTraceAnalytics } from './analytics/clickhouse-trace-analytics.js';
export type { DeadLetterCounter } from './dead-letter-index.js';
export { createLedgerAudit } from './ledger/clickhouse-ledger-audit.js';
export { createTraceReader } from './lists/clickhouse-trace-reader.js';
export {
  type LedgerAudit,
  type LedgerBalance,
  type LedgerSums,
  MAX_UNENTERED,
} from './message-ledger.js';
export { createIngestState } from './operations/clickhouse-ingest-state.js';
export { createDeadLetterCounter } from './operations/dead-letters.js';
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
  SpanGroup,
  SpanPick,
} from './span-groups.js';
export type { SpanHint } from './span-hint.js';
export { createSpanMetricsReader } from './span-metrics/clickhouse-span-metrics.js';
export {
  callBounds,
  edgeBounds,
  type MetricSum,
  type SpanMetric,
  type SpanMetricsReader,
} from './span-metrics.js';
export { type SpanPart, unreadParts } from './span-parts.js';

export type { IngestState } from './store-state.js';

export type {
  ActorPage,
  ActorPosition,
  ActorSelection,
  AttributeKey,
  AttributeRange,
  BucketSelection,
  BucketSums,
  MetricBucket,
  MetricSpec,
  MetricSummary,
  SampledSpan,
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

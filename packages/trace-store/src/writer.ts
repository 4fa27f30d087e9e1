export type { DeadLetterIndex, IndexedDeadLetter } from './dead-letter-index.js';
export { createTombstoneRemover } from './deleting/cluster-tombstone-remover.js';
export { createLedgerAudit } from './ledger/clickhouse-ledger-audit.js';
export { createMessageLedger } from './ledger/clickhouse-message-ledger.js';
export { toEndEntry } from './ledger/unread-ends.js';
export {
  type LedgerAudit,
  type LedgerBalance,
  type LedgerEntry,
  type LedgerGap,
  type LedgerSelection,
  MAX_UNENTERED,
  type MessageLedger,
} from './message-ledger.js';
export { createVisibleTimes } from './operations/clickhouse-ingest-state.js';
export { createStoreState, createWordIndexer } from './operations/clickhouse-store-state.js';
export { createDeadLetterIndex } from './operations/dead-letters.js';
export { createStoredPositions } from './operations/log-positions.js';
export { createSpanMetricsStore } from './span-metrics/clickhouse-span-metrics.js';
export type {
  ArrivedBlock,
  EdgeQuery,
  KnownSeries,
  LogRange,
  ProjectSum,
  SpanMetric,
  SpanMetricsProgress,
  SpanMetricsStore,
} from './span-metrics.js';
export type { SpanBlock, SpanWriter, TombstoneBlock, WriteOutcome } from './span-writer.js';
export type { StoreReading, StoreState, TableState, VisibleTimes } from './store-state.js';
export type { RemovalOutcome, TombstoneRemover, WordIndexer } from './store-upkeep.js';
export { createSpanWriter } from './writing/clickhouse-span-writer.js';

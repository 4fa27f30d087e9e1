import type { SelfTracer } from '@spanhouse/service-runtime';
import type {
  ClickHouseClusterConfig,
  TraceReaderConfig,
} from '@spanhouse/trace-store/clickhouse-config';
import {
  createDeadLetterCounter,
  createIngestState,
  createSpanMetricsReader,
  createTraceAnalytics,
  createTraceReader,
} from '@spanhouse/trace-store/reader';
import {
  createDeadLetterIndex,
  createLedgerAudit,
  createMessageLedger,
  createSpanMetricsStore,
  createSpanWriter,
  createStoreState,
  createTombstoneRemover,
  createVisibleTimes,
  createWordIndexer,
} from '@spanhouse/trace-store/writer';
import type { Surroundings } from './data-directory.js';

/**
 * Opens all interfaces of one ClickHouse, whose migrations must already be applied.
 * Each interface has its own connections, so that writes never wait for reads. The lifecycle closes them.
 */
export function openStores(
  config: ClickHouseClusterConfig & TraceReaderConfig,
  { lifecycle, ...shared }: Surroundings & { readonly tracer: SelfTracer | undefined },
) {
  const stores = {
    writer: createSpanWriter(config, shared),
    reader: createTraceReader(config, shared),
    analytics: createTraceAnalytics(config, shared),
    deadLetterIndex: createDeadLetterIndex(config, shared),
    ledger: createMessageLedger(config, shared),
    ledgerAudit: createLedgerAudit(config, shared),
    deadLetterCounter: createDeadLetterCounter(config, shared),
    remover: createTombstoneRemover(config, shared),
    wordIndexer: createWordIndexer(config, shared),
    storeState: createStoreState(config, shared),
    visibleTimes: createVisibleTimes(config, shared),
    ingestState: createIngestState(config, shared),
    spanMetricsStore: createSpanMetricsStore(config, shared),
    spanMetrics: createSpanMetricsReader(config, shared),
  };
  for (const [name, store] of Object.entries(stores)) {
    lifecycle.onClose(name, () => store.close());
  }
  return stores;
}

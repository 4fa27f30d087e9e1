import type { Clock, Lifecycle, Logger, SelfTracer } from '@spanhouse/service-runtime';
import type { ClickHouseClusterConfig } from '@spanhouse/trace-store/clickhouse-config';
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

interface StoreDependencies {
  readonly lifecycle: Pick<Lifecycle, 'onClose'>;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly tracer: SelfTracer | undefined;
}

/** Opens the ClickHouse interfaces that the consumer uses, and registers their close functions. */
export function openConsumerStores(
  config: ClickHouseClusterConfig,
  { lifecycle, ...shared }: StoreDependencies,
) {
  const stores = {
    writer: createSpanWriter(config, shared),
    deadLetterIndex: createDeadLetterIndex(config, shared),
    ledger: createMessageLedger(config, shared),
    ledgerAudit: createLedgerAudit(config, shared),
    remover: createTombstoneRemover(config, shared),
    wordIndexer: createWordIndexer(config, shared),
    storeState: createStoreState(config, shared),
    visibleTimes: createVisibleTimes(config, shared),
    spanMetricsStore: createSpanMetricsStore(config, shared),
  };
  for (const [name, store] of Object.entries(stores)) {
    lifecycle.onClose(name, () => store.close());
  }
  return stores;
}

import type { Clock, Health, Lifecycle, Logger, SelfTracer } from '@spanhouse/service-runtime';
import type {
  ClickHouseClusterConfig,
  TraceReaderConfig,
} from '@spanhouse/trace-store/clickhouse-config';
import {
  createDeadLetterCounter,
  createIngestState,
  createLedgerAudit,
  createSpanMetricsReader,
  createTraceAnalytics,
  createTraceReader,
} from '@spanhouse/trace-store/reader';

interface StoreDependencies {
  readonly lifecycle: Pick<Lifecycle, 'onClose'>;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly health: Health;
  readonly tracer: SelfTracer | undefined;
}

/** Opens the ClickHouse interfaces that the service needs. The lifecycle closes them. */
export function openStores(
  config: TraceReaderConfig & ClickHouseClusterConfig,
  { lifecycle, ...shared }: StoreDependencies,
) {
  const stores = {
    reader: createTraceReader(config, shared),
    analytics: createTraceAnalytics(config, shared),
    deadLetters: createDeadLetterCounter(config, shared),
    ingestState: createIngestState(config, shared),
    spanMetrics: createSpanMetricsReader(config, shared),
    ledger: createLedgerAudit(config, shared),
  };
  for (const [name, store] of Object.entries(stores)) {
    lifecycle.onClose(name, () => store.close());
  }
  return stores;
}

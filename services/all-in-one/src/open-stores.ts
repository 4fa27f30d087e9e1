import type { SelfTracer } from '@spanhouse/service-runtime';
import { openConsumerStores } from '@spanhouse/span-consumer';
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
import type { Surroundings } from './data-directory.js';

/**
 * Opens all interfaces to one ClickHouse, in which the migrations MUST already be applied. Each interface has separate
 * connections, so that writes never wait for reads. The lifecycle closes the interfaces.
 */
export function openStores(
  config: ClickHouseClusterConfig & TraceReaderConfig,
  options: Surroundings & { readonly tracer: SelfTracer | undefined },
) {
  const stores = {
    reader: createTraceReader(config, options),
    analytics: createTraceAnalytics(config, options),
    deadLetterCounter: createDeadLetterCounter(config, options),
    ingestState: createIngestState(config, options),
    spanMetrics: createSpanMetricsReader(config, options),
  };
  for (const [name, store] of Object.entries(stores)) {
    options.lifecycle.onClose(name, () => store.close());
  }
  return { ...openConsumerStores(config, options), ...stores };
}

export type Stores = ReturnType<typeof openStores>;

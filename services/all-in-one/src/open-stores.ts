import type { Clock, Lifecycle, Logger, SelfTracer } from '@spanhouse/service-runtime';
import type {
  ClickHouseClusterConfig,
  TraceReaderConfig,
} from '@spanhouse/trace-store/clickhouse-config';
import {
  createDeadLetterCounter,
  createTraceAnalytics,
  createTraceReader,
} from '@spanhouse/trace-store/reader';
import {
  createDeadLetterIndex,
  createSpanWriter,
  createStoreState,
  createTombstoneRemover,
} from '@spanhouse/trace-store/writer';

export interface OpenStoresOptions {
  readonly lifecycle: Pick<Lifecycle, 'onClose'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly tracer: SelfTracer | undefined;
}

/** Every side of one ClickHouse. */
export function openStores(
  config: ClickHouseClusterConfig & TraceReaderConfig,
  { lifecycle, clock, logger, tracer }: OpenStoresOptions,
) {
  const stores = {
    writer: createSpanWriter(config, { logger, tracer }),
    reader: createTraceReader(config, { logger, clock, tracer }),
    analytics: createTraceAnalytics(config, { logger, clock, tracer }),
    deadLetterIndex: createDeadLetterIndex(config, { logger, tracer }),
    deadLetterCounter: createDeadLetterCounter(config, { logger, clock, tracer }),
    remover: createTombstoneRemover(config, { logger, tracer }),
    storeState: createStoreState(config, { logger }),
  };
  for (const [name, store] of Object.entries(stores)) lifecycle.onClose(name, () => store.close());
  return stores;
}

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

/** What every interface of the store needs. */
export interface OpenStoresOptions {
  readonly lifecycle: Pick<Lifecycle, 'onClose'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Traces the statements; undefined unless it is configured. */
  readonly tracer: SelfTracer | undefined;
}

/**
 * Opens all interfaces of one ClickHouse, whose migrations must already be applied.
 * Each interface has its own connections, so that writes never wait for reads. The lifecycle closes them.
 */
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
  for (const [name, store] of Object.entries(stores)) {
    lifecycle.onClose(name, () => store.close());
  }
  return stores;
}

import type { Clock, Lifecycle, Logger } from '@spanhouse/service-runtime';
import type { TraceReaderConfig } from '@spanhouse/trace-store/clickhouse-config';
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
}

/** Every side of one ClickHouse. */
export function openStores(
  config: TraceReaderConfig,
  { lifecycle, clock, logger }: OpenStoresOptions,
) {
  const stores = {
    writer: createSpanWriter(config, { logger }),
    reader: createTraceReader(config, { logger, clock }),
    analytics: createTraceAnalytics(config, { logger, clock }),
    deadLetterIndex: createDeadLetterIndex(config, { logger }),
    deadLetterCounter: createDeadLetterCounter(config, { logger, clock }),
    remover: createTombstoneRemover(config, { logger }),
    storeState: createStoreState(config, { logger }),
  };
  for (const [name, store] of Object.entries(stores)) lifecycle.onClose(name, () => store.close());
  return stores;
}

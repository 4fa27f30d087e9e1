import type { Clock, Logger } from '@spanhouse/service-runtime';
import { createClickHouseClient } from './clickhouse-client.js';
import type { TraceReaderConfig } from './clickhouse-config.js';
import { ClickHouseTraceReader } from './clickhouse-trace-reader.js';
import type { TraceReader } from './trace-reader.js';

export type {
  SelectedTrace,
  SpanPage,
  SpanPosition,
  SpanSelection,
  TracePage,
  TracePosition,
  TraceReader,
} from './trace-reader.js';

/** More reads than this at once only take each other's time. */
const MAX_CONNECTIONS = 32;
/** The deadline of a read ends its requests; the client's own limit only catches what that misses. */
const REQUEST_TIMEOUT_MARGIN_MS = 5000;

/** Opens nothing until the first call. */
export function createTraceReader(
  config: TraceReaderConfig,
  { logger, clock }: { logger: Logger; clock: Clock },
): TraceReader {
  const client = createClickHouseClient(config, {
    requestTimeoutMs: config.QUERY_DEADLINE_MS + REQUEST_TIMEOUT_MARGIN_MS,
    maxOpenConnections: MAX_CONNECTIONS,
    database: config.CLICKHOUSE_DATABASE,
    logger,
  });
  return new ClickHouseTraceReader({
    client,
    clock,
    logger,
    deadlineMs: config.QUERY_DEADLINE_MS,
    maxMemoryBytes: config.QUERY_MAX_MEMORY_BYTES,
  });
}

import type { Clock, Logger, SelfTracer } from '@spanhouse/service-runtime';
import { createClickHouseClient } from './clickhouse-client.js';
import type { TraceReaderConfig } from './clickhouse-config.js';
import { createReadConnection } from './read-connection.js';
import type { StatementRunnerOptions } from './run-statement.js';

export interface RunnerDependencies {
  readonly logger: Logger;
  readonly clock: Clock;
  /** Absent: nothing is traced. */
  readonly tracer?: SelfTracer | undefined;
}

/** Opens nothing until the first statement. */
export function openRunner(
  config: TraceReaderConfig,
  maxOpenConnections: number,
  { logger, clock, tracer }: RunnerDependencies,
): StatementRunnerOptions {
  const shared = { maxOpenConnections, database: config.CLICKHOUSE_DATABASE, tracer };
  return {
    reads: createReadConnection(config, shared),
    client: createClickHouseClient(config, {
      ...shared,
      requestTimeoutMs: config.QUERY_DEADLINE_MS,
      logger,
    }),
    clock,
    logger,
    deadlineMs: config.QUERY_DEADLINE_MS,
    maxMemoryBytes: config.QUERY_MAX_MEMORY_BYTES,
  };
}

export async function closeRunner({ reads, client }: StatementRunnerOptions): Promise<void> {
  reads.close();
  await client.close();
}

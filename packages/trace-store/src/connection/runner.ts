import type { Clock, Logger, SelfTracer } from '@spanhouse/service-runtime';
import type { TraceReaderConfig } from '../clickhouse-config.js';
import { createClickHouseClient } from './client.js';
import { QueryKiller } from './query-killer.js';
import { createReadConnection } from './read-connection.js';
import type { StatementRunnerOptions, StoreHealth } from './run-statement.js';

export interface RunnerDependencies {
  readonly logger: Logger;
  readonly clock: Clock;
  /**
   * Receives the state of ClickHouse. It MUST have a dependency named `clickhouse`. If absent, the state is not
   * reported.
   */
  readonly health?: StoreHealth | undefined;
  /** Traces the statements; if absent, nothing is traced. */
  readonly tracer?: SelfTracer | undefined;
}

/** Creates the connections for reads. They open with the first statement; `closeRunner` closes them. */
export function openRunner(
  config: TraceReaderConfig,
  maxOpenConnections: number,
  { logger, clock, health, tracer }: RunnerDependencies,
): StatementRunnerOptions {
  const shared = { maxOpenConnections, database: config.CLICKHOUSE_DATABASE, tracer };
  const client = createClickHouseClient(config, {
    ...shared,
    requestTimeoutMs: config.QUERY_DEADLINE_MS,
    logger,
  });
  return {
    reads: createReadConnection(config, shared),
    client,
    killer: new QueryKiller(client, logger),
    clock,
    logger,
    health,
    deadlineMs: config.QUERY_DEADLINE_MS,
    maxMemoryBytes: config.QUERY_MAX_MEMORY_BYTES,
  };
}

/** Closes the connections. Running statements fail. */
export async function closeRunner({ reads, client }: StatementRunnerOptions): Promise<void> {
  await Promise.all([reads.close(), client.close()]);
}

import { AppError, type Logger } from '@spanhouse/service-runtime';
import { createClickHouseClient } from './clickhouse-client.js';
import type { ClickHouseConfig } from './clickhouse-config.js';
import { toClickHouseFailure } from './clickhouse-failure.js';

/**
 * The generation of a log that is made now: one above every row and every delete that is stored, so
 * that the positions of its rows lie behind all earlier ones; 1 while nothing is stored. Rejects with a
 * retryable AppError while ClickHouse is away: a log must not be made without knowing.
 */
export async function nextLogGeneration(
  config: ClickHouseConfig,
  { logger }: { logger: Logger },
): Promise<number> {
  const client = createClickHouseClient(config, {
    requestTimeoutMs: config.CLICKHOUSE_REQUEST_TIMEOUT_MS,
    maxOpenConnections: 1,
    database: config.CLICKHOUSE_DATABASE,
    logger,
  });
  try {
    const result = await client.query({
      query:
        'SELECT toUInt16(bitShiftRight(greatest((SELECT max(log_offset) FROM spans), (SELECT max(log_offset) FROM tombstones)), 48)) AS generation',
      format: 'JSONEachRow',
    });
    const [row] = await result.json<{ generation: number }>();
    return (row?.generation ?? 0) + 1;
  } catch (error) {
    return generationWithoutTable(error);
  } finally {
    await client.close();
  }
}

function generationWithoutTable(error: unknown): number {
  const { code, reason } = toClickHouseFailure(error);
  if (code === 'UNKNOWN_TABLE' || code === 'UNKNOWN_DATABASE') {
    return 1;
  }
  throw new AppError(
    'CLICKHOUSE_UNAVAILABLE',
    `the generation of the stored rows is unknown: ${code} ${reason}`,
    { retryable: true, cause: error },
  );
}

import type { Logger } from '@spanhouse/service-runtime';
import { LOG_OFFSET_BITS } from '@spanhouse/span-row';
import type { ClickHouseConfig } from '../clickhouse-config.js';
import { createClickHouseClient } from '../connection/clickhouse-client.js';
import { clickhouseUnavailable, toClickHouseFailure } from '../connection/clickhouse-failure.js';

/**
 * Reads the generation for a new log: one above those of all stored rows and deletes, so that the new
 * positions are after all earlier ones, or 1 if nothing is stored (docs/adr/043). Rejects with
 * CLICKHOUSE_UNAVAILABLE (retryable) rather than guess.
 */
export async function nextLogGeneration(
  config: ClickHouseConfig,
  { logger }: { logger: Logger },
): Promise<number> {
  const client = createClickHouseClient(config, {
    maxOpenConnections: 1,
    database: config.CLICKHOUSE_DATABASE,
    logger,
  });
  try {
    const result = await client.query({
      query: `SELECT toUInt16(bitShiftRight(greatest((SELECT max(log_offset) FROM spans), (SELECT max(log_offset) FROM tombstones)), ${LOG_OFFSET_BITS})) AS generation`,
      format: 'JSONEachRow',
    });
    const [row] = await result.json<{ generation: number }>();
    return (row?.generation ?? 0) + 1;
  } catch (error) {
    const { code } = toClickHouseFailure(error);
    if (code === 'UNKNOWN_TABLE' || code === 'UNKNOWN_DATABASE') {
      return 1;
    }
    throw clickhouseUnavailable('the generation of the stored rows is unknown', error);
  } finally {
    await client.close();
  }
}

import { LOG_OFFSET_BITS, partitionOffsetOf, toLogOffset } from '@spanhouse/span-row';
import type { ClickHouseConfig } from '../clickhouse-config.js';
import { clickhouseUnavailable, toClickHouseFailure } from '../connection/clickhouse-failure.js';
import { type ClientDependencies, openClient, selectObjects } from '../connection/client.js';

/** A log from which rows are stored. */
interface StoredLog {
  readonly logId: string;
  readonly generation: number;
}

/** The position up to which a partition of a log is stored. */
interface StoredPosition {
  /** The first offset of the last stored block, or the end of the last lost range if that is later. */
  readonly offset: number;
  /**
   * Time at which a gateway received the last stored spans, in ms since the Unix epoch; absent if the position is the
   * end of a lost range.
   */
  readonly receivedAtMs?: number;
}

/**
 * Selects the positions. `at` is 0 for lost messages. Numbers are selected as strings, because they may exceed the
 * integer range of JSON.
 */
const selectPositions = `SELECT log_partition AS partition, toString(max(last.1)) AS position, toString(argMax(last.2, last.1)) AS at
FROM (
  SELECT log_partition, max((log_offset, toUnixTimestamp64Milli(received_at))) AS last FROM spans
  WHERE log_offset >= {first:UInt64} AND log_offset < {end:UInt64}
  GROUP BY log_partition
  UNION ALL
  SELECT log_partition, (max(end_offset) + {first:UInt64}, toInt64(0)) AS last FROM lost_messages
  WHERE log_id = {id:String}
  GROUP BY log_partition
)
GROUP BY log_partition`;

/**
 * Creates a function that reads a position for each partition of a log. Every message before the position is stored,
 * dead-lettered or lost. The position is the start of the last block, which may be stored incompletely; all earlier
 * blocks are complete. Partitions that have neither stored rows nor lost messages are omitted. Rejects with
 * CLICKHOUSE_UNAVAILABLE (retryable).
 */
export function createStoredPositions(
  config: ClickHouseConfig,
  dependencies: ClientDependencies,
): (log: StoredLog) => Promise<ReadonlyMap<number, StoredPosition>> {
  return async ({ logId, generation }) => {
    const client = openClient(config, 1, dependencies);
    try {
      type Row = { partition: number; position: string; at: string };
      const rows = await selectObjects<Row>(client, selectPositions, {
        id: logId,
        first: String(toLogOffset(generation, 0)),
        end: String(toLogOffset(generation + 1, 0)),
      });
      return new Map(
        rows.map(({ partition, position, at }) => {
          const offset = Number(partitionOffsetOf(BigInt(position)));
          return [partition, at === '0' ? { offset } : { offset, receivedAtMs: Number(at) }];
        }),
      );
    } catch (cause) {
      throw clickhouseUnavailable('the stored positions of the log are unknown', cause);
    } finally {
      await client.close();
    }
  };
}

/**
 * Returns the generation for a new log. It exceeds the generation of every stored row and delete, so that new log
 * positions follow all earlier ones. The first generation is 1 (docs/adr/043). Rejects with CLICKHOUSE_UNAVAILABLE
 * (retryable).
 */
export async function nextLogGeneration(
  config: ClickHouseConfig,
  dependencies: ClientDependencies,
): Promise<number> {
  const client = openClient(config, 1, dependencies);
  try {
    const [row] = await selectObjects<{ generation: number }>(
      client,
      `SELECT toUInt16(bitShiftRight(greatest((SELECT max(log_offset) FROM spans), (SELECT max(log_offset) FROM tombstones)), ${LOG_OFFSET_BITS})) AS generation`,
    );
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

import { tableRows } from '../connection/answer-rows.js';
import { type ClickHouseClient, readAll } from '../connection/clickhouse-client.js';
import { clickhouseUnavailable } from '../connection/clickhouse-failure.js';
import type { StoreReading, StoreState, TableState } from '../store-state.js';

/** Limits the time of one reading. */
export const STATE_TIMEOUT_MS = 5000;

const selectTables = `SELECT table, sum(parts), max(parts), sum(part_rows), sum(part_bytes)
FROM (
  SELECT table, partition_id, count() AS parts, sum(rows) AS part_rows, sum(bytes_on_disk) AS part_bytes
  FROM system.parts
  WHERE active AND database = currentDatabase()
  GROUP BY table, partition_id
)
GROUP BY table
FORMAT TabSeparated`;

/** The fullest disk. Object storage is ignored, because it reports no size or an invented one. */
const selectDisk = `SELECT argMin((free_space, total_space), free_space / total_space)
  FROM system.disks
  WHERE total_space > 0 AND total_space < pow(2, 60)`;

const selectServer = `WITH (${selectDisk}) AS disk
SELECT
  (SELECT count() FROM system.merges WHERE database = currentDatabase()),
  (SELECT max(elapsed) FROM system.merges WHERE database = currentDatabase()),
  (SELECT count() FROM system.mutations WHERE database = currentDatabase() AND NOT is_done),
  uptime(),
  disk.1,
  disk.2,
  (SELECT countIf(is_readonly) FROM system.replicas WHERE database = currentDatabase()),
  (SELECT max(absolute_delay) FROM system.replicas WHERE database = currentDatabase())
FORMAT TabSeparated`;

/** Reads the state of one ClickHouse server from its system tables. */
export class ClickHouseStoreState implements StoreState {
  readonly #client: ClickHouseClient;

  constructor(client: ClickHouseClient) {
    this.#client = client;
  }

  async read(): Promise<StoreReading> {
    const signal = AbortSignal.timeout(STATE_TIMEOUT_MS);
    const tables = await this.#select(selectTables, signal);
    const [server = []] = await this.#select(selectServer, signal);
    const [merges, longestMerge, mutations, uptime, free, size, readonly, delay] =
      server.map(Number);
    return {
      tables: new Map(tables.map(toTable)),
      merges: merges ?? 0,
      longestMergeSeconds: longestMerge ?? 0,
      pendingMutations: mutations ?? 0,
      uptimeSeconds: uptime ?? 0,
      diskFreeBytes: free ?? 0,
      diskSizeBytes: size ?? 0,
      readonlyReplicas: readonly ?? 0,
      replicationDelaySeconds: delay ?? 0,
      isComplete: true,
    };
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #select(query: string, signal: AbortSignal): Promise<readonly (readonly string[])[]> {
    try {
      const { stream } = await this.#client.exec({
        query,
        abort_signal: signal,
        clickhouse_settings: { readonly: '2', max_execution_time: STATE_TIMEOUT_MS / 1000 },
      });
      return tableRows(await readAll(stream));
    } catch (cause) {
      throw clickhouseUnavailable('the state of ClickHouse is unknown', cause);
    }
  }
}

function toTable([table = '', ...numbers]: readonly string[]): [string, TableState] {
  const [parts = 0, partitionPartsMax = 0, rows = 0, bytesOnDisk = 0] = numbers.map(Number);
  return [table, { parts, partitionPartsMax, rows, bytesOnDisk }];
}

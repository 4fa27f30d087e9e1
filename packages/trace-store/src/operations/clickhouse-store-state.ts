import type { ClickHouseClusterConfig } from '../clickhouse-config.js';
import { tableRows } from '../connection/answer-rows.js';
import {
  type ClickHouseClient,
  type ClientDependencies,
  execute,
  openClient,
} from '../connection/clickhouse-client.js';
import { clickhouseUnavailable } from '../connection/clickhouse-failure.js';
import { clusterOf, openLocalServers } from '../connection/cluster.js';
import type { StoreReading, StoreState, TableState } from '../store-state.js';
import { combineStates } from './cluster-store-state.js';

/** Time limit of one reading. */
const STATE_TIMEOUT_MS = 5000;

const selectTables = `SELECT table, sum(parts), max(parts), sum(part_rows), sum(part_bytes)
FROM (
  SELECT table, partition_id, count() AS parts, sum(rows) AS part_rows, sum(bytes_on_disk) AS part_bytes
  FROM system.parts
  WHERE active AND database = currentDatabase()
  GROUP BY table, partition_id
)
GROUP BY table
FORMAT TabSeparated`;

/** Selects the fullest disk. Object storage is ignored, because it reports no size or an invented size. */
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

/**
 * Creates a reader of the state of the server, or of all servers of the cluster. It opens nothing until the first call.
 */
export function createStoreState(
  config: ClickHouseClusterConfig,
  dependencies: Pick<ClientDependencies, 'logger'>,
): StoreState {
  const bounded = { ...config, CLICKHOUSE_REQUEST_TIMEOUT_MS: STATE_TIMEOUT_MS };
  return clusterOf(config) === undefined
    ? stateOf(openClient(bounded, 1, dependencies)) // readings run one at a time
    : combineStates(openLocalServers(bounded, dependencies).map(({ client }) => stateOf(client)));
}

/** Returns a reader of the state of one ClickHouse server, which reads the system tables. */
function stateOf(client: ClickHouseClient): StoreState {
  const settings = { readonly: '2', max_execution_time: STATE_TIMEOUT_MS / 1000 };
  const select = async (query: string, signal: AbortSignal) => {
    const statement = { query, abort_signal: signal, clickhouse_settings: settings };
    return tableRows(await execute(client, statement));
  };
  return {
    async read() {
      try {
        const signal = AbortSignal.timeout(STATE_TIMEOUT_MS);
        const tables = await select(selectTables, signal);
        const [server = []] = await select(selectServer, signal);
        return { ...toServer(server.map(Number)), tables: new Map(tables.map(toTable)) };
      } catch (cause) {
        throw clickhouseUnavailable('the state of ClickHouse is unknown', cause);
      }
    },
    close: () => client.close(),
  };
}

function toServer([
  merges = 0,
  longestMergeSeconds = 0,
  pendingMutations = 0,
  uptimeSeconds = 0,
  diskFreeBytes = 0,
  diskSizeBytes = 0,
  readonlyReplicas = 0,
  replicationDelaySeconds = 0,
]: readonly number[]): Omit<StoreReading, 'tables'> {
  const ofDisk = { diskFreeBytes, diskSizeBytes };
  const ofReplicas = { readonlyReplicas, replicationDelaySeconds };
  const ofMerges = { merges, longestMergeSeconds, pendingMutations };
  return { isComplete: true, ...ofMerges, uptimeSeconds, ...ofDisk, ...ofReplicas };
}

function toTable([table = '', ...numbers]: readonly string[]): [string, TableState] {
  const [parts = 0, partitionPartsMax = 0, rows = 0, bytesOnDisk = 0] = numbers.map(Number);
  return [table, { parts, partitionPartsMax, rows, bytesOnDisk }];
}

import type { ClickHouseClusterConfig } from '../clickhouse-config.js';
import { clickhouseUnavailable } from '../connection/clickhouse-failure.js';
import {
  type ClickHouseClient,
  type ClientDependencies,
  execute,
  openClient,
} from '../connection/client.js';
import { clusterOf, openLocalServers } from '../connection/cluster.js';
import { tableRows } from '../connection/run-statement.js';
import type { StoreReading, StoreState, TableState } from '../store-state.js';
import type { WordIndexer } from '../store-upkeep.js';

/** Time limit for reading a server's state. */
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

/**
 * Selects the disk with the smallest free share. Object storage is ignored, because it reports no size or a fictitious
 * size.
 */
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
 * Creates a reader for the state of a single server or of all servers of a cluster. No connection opens before the
 * first call.
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

/** Returns a reader for the state of one ClickHouse server. It reads the system tables. */
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

/**
 * Selects the partitions of `spans`, each with a hash that changes when its parts change. Selects nothing while parts
 * are being rewritten.
 */
const selectPartitions = `SELECT partition_id, toString(groupBitXor(cityHash64(min_block_number, max_block_number, level)))
FROM system.parts
WHERE active AND database = currentDatabase() AND table = 'spans' AND NOT EXISTS (
  SELECT 1 FROM system.mutations WHERE database = currentDatabase() AND table = 'spans' AND NOT is_done
)
GROUP BY partition_id
FORMAT TabSeparated`;

const indexes = ['attributes_words_bloom', 'events_words_bloom'];

/**
 * Creates the word indexer, which covers every server. ClickHouse skips parts that already have the indexes. No
 * connection opens before the first call.
 */
export function createWordIndexer(
  config: ClickHouseClusterConfig,
  dependencies: ClientDependencies,
): WordIndexer {
  const clients =
    clusterOf(config) === undefined
      ? [openClient(config, 1, dependencies)]
      : openLocalServers(config, dependencies).map(({ client }) => client);
  // For each server, the hashes of the partitions when they were last indexed.
  const servers = clients.map((client) => ({ client, indexed: new Map<string, string>() }));
  return {
    async indexNew(signal) {
      let count = 0;
      for (const { client, indexed } of servers) {
        for (const [partition = '', parts = ''] of await run(client, selectPartitions, signal)) {
          if (indexed.get(partition) !== parts) {
            const commands = indexes.map(
              (index) => `MATERIALIZE INDEX ${index} IN PARTITION ID '${partition}'`,
            );
            await run(client, `ALTER TABLE spans ${commands.join(', ')}`, signal);
            indexed.set(partition, parts);
            count += 1;
          }
        }
      }
      return count;
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

async function run(client: ClickHouseClient, query: string, signal: AbortSignal) {
  try {
    return tableRows(await execute(client, { query, abort_signal: signal }));
  } catch (cause) {
    signal.throwIfAborted();
    throw clickhouseUnavailable('the indexes of words are not built', cause);
  }
}

/**
 * Combines the states of all servers of a cluster. Numbers are added if their sum is meaningful; otherwise the worst
 * value is reported. Servers that do not respond are omitted, and the result is then marked as incomplete.
 */
export function combineStates(states: readonly StoreState[]): StoreState {
  return {
    async read() {
      const answers = await Promise.allSettled(states.map((state) => state.read()));
      const readings = answers.flatMap((answer) =>
        answer.status === 'fulfilled' ? [answer.value] : [],
      );
      if (readings.length === 0) {
        throw answers.find((answer) => answer.status === 'rejected')?.reason;
      }
      return { ...readings.reduce(together), isComplete: readings.length === answers.length };
    },
    async close() {
      await Promise.all(states.map((state) => state.close()));
    },
  };
}

function together(left: StoreReading, right: StoreReading): StoreReading {
  const fuller = share(left) <= share(right) ? left : right;
  return {
    isComplete: true,
    tables: tablesTogether(left.tables, right.tables),
    merges: left.merges + right.merges,
    longestMergeSeconds: Math.max(left.longestMergeSeconds, right.longestMergeSeconds),
    pendingMutations: left.pendingMutations + right.pendingMutations,
    uptimeSeconds: Math.min(left.uptimeSeconds, right.uptimeSeconds),
    diskFreeBytes: fuller.diskFreeBytes,
    diskSizeBytes: fuller.diskSizeBytes,
    readonlyReplicas: left.readonlyReplicas + right.readonlyReplicas,
    replicationDelaySeconds: Math.max(left.replicationDelaySeconds, right.replicationDelaySeconds),
  };
}

/**
 * Returns the free share of a disk. It is infinite for a disk without a size, so that such a disk is never the fullest.
 */
function share({ diskFreeBytes, diskSizeBytes }: StoreReading): number {
  return diskSizeBytes === 0 ? Number.POSITIVE_INFINITY : diskFreeBytes / diskSizeBytes;
}

type Tables = ReadonlyMap<string, TableState>;

function tablesTogether(left: Tables, right: Tables): Tables {
  const tables = new Map(left);
  for (const [name, state] of right) {
    const known = tables.get(name);
    tables.set(name, known === undefined ? state : tableTogether(known, state));
  }
  return tables;
}

function tableTogether(left: TableState, right: TableState): TableState {
  return {
    parts: left.parts + right.parts,
    partitionPartsMax: Math.max(left.partitionPartsMax, right.partitionPartsMax),
    rows: left.rows + right.rows,
    bytesOnDisk: left.bytesOnDisk + right.bytesOnDisk,
  };
}

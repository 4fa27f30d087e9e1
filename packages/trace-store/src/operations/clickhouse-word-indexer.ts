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
import type { WordIndexer } from '../store-upkeep.js';

/**
 * Selects the partitions of `spans` and a number that changes when the parts of the partition change. Selects nothing
 * while parts are being rewritten.
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
 * Creates an indexer of words on each server. ClickHouse skips parts that have the indexes. It opens nothing until the
 * first call.
 */
export function createWordIndexer(
  config: ClickHouseClusterConfig,
  dependencies: ClientDependencies,
): WordIndexer {
  const clients =
    clusterOf(config) === undefined
      ? [openClient(config, 1, dependencies)]
      : openLocalServers(config, dependencies).map(({ client }) => client);
  // The state of each server's partitions when they were last indexed.
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

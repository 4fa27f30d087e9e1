import { AppError } from '@spanhouse/service-runtime';
import type { ClickHouseClusterConfig } from '../clickhouse-config.js';
import {
  type ClickHouseClient,
  type ClientDependencies,
  openClient,
} from '../connection/client.js';
import {
  type Cluster,
  type ClusterServer,
  clusterOf,
  openLocalServers,
  readServerMacros,
} from '../connection/cluster.js';
import type { RemovalOutcome, TombstoneRemover } from '../store-upkeep.js';
import { removeFromServer } from './tombstones.js';

/** Creates the remover for a server or a cluster. No connection opens before the first call. */
export function createTombstoneRemover(
  config: ClickHouseClusterConfig,
  dependencies: ClientDependencies,
): TombstoneRemover {
  const cluster = clusterOf(config);
  if (cluster !== undefined) {
    const servers = openLocalServers(config, dependencies);
    return {
      removeBatch: async (limit, signal) =>
        removeFromShards(await findShards(cluster, servers), limit, signal),
      close: async () => void (await Promise.all(servers.map(({ client }) => client.close()))),
    };
  }
  const client = openClient(config, 1, dependencies); // removals run one at a time
  return {
    removeBatch: (limit, signal) => removeFromServer(client, limit, signal),
    close: () => client.close(),
  };
}

/**
 * Removes deleted rows on each shard, using any of its replicas. Each tombstone is on the same shard as its trace. A
 * shard that is unavailable or busy is reported after the other shards have removed their rows.
 */
async function removeFromShards(
  found: Shards,
  limit: number,
  signal: AbortSignal,
): Promise<RemovalOutcome> {
  let { failure } = found;
  let busy: RemovalOutcome | undefined;
  let deletes = 0;
  for (const client of found.clients) {
    if (deletes === limit) {
      break;
    }
    try {
      const outcome = await removeFromServer(client, limit - deletes, signal);
      if (outcome.status === 'busy') {
        busy = outcome;
      } else {
        deletes += outcome.deletes;
      }
    } catch (error) {
      signal.throwIfAborted();
      failure ??= error;
    }
  }
  if (deletes > 0) {
    return { status: 'removed', deletes };
  }
  if (failure !== undefined) {
    throw failure;
  }
  return busy ?? { status: 'removed', deletes };
}

/** A client for each shard that responded, and an error if any shard did not respond. */
interface Shards {
  readonly clients: Iterable<ClickHouseClient>;
  readonly failure: unknown;
}

async function findShards(cluster: Cluster, servers: readonly ClusterServer[]): Promise<Shards> {
  const clients = new Map<string, ClickHouseClient>();
  let failure: unknown;
  let shards = 0;
  for (const server of servers) {
    try {
      const macros = await readServerMacros(server, cluster);
      shards = Number(macros.shards);
      clients.set(macros.shard, server.client);
    } catch (error) {
      failure = error;
    }
  }
  const isComplete = shards > 0 && clients.size === shards;
  return {
    clients: clients.values(),
    failure: isComplete ? undefined : (failure ?? missingShards(clients.size, shards)),
  };
}

function missingShards(found: number, expected: number): AppError {
  const message = `CLICKHOUSE_SERVER_URLS leads to ${found} of ${expected} shards`;
  return new AppError('CLICKHOUSE_CLUSTER_MISMATCH', message);
}

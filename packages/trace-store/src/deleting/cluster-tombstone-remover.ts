import { AppError } from '@spanhouse/service-runtime';
import { type Cluster, type ClusterServer, readServerMacros } from '../connection/cluster.js';
import type { RemovalOutcome, TombstoneRemover } from '../store-upkeep.js';
import { ClickHouseTombstoneRemover } from './clickhouse-tombstone-remover.js';

/**
 * Removes deleted rows on each shard, through any of its replicas; tombstones are on the shard of their trace. An
 * unavailable or busy shard is reported after the other shards have removed everything.
 */
export class ClusterTombstoneRemover implements TombstoneRemover {
  readonly #cluster: Cluster;
  readonly #servers: readonly ClusterServer[];

  /** The clients of the servers MUST be connected to the database of their own tables. */
  constructor(cluster: Cluster, servers: readonly ClusterServer[]) {
    this.#cluster = cluster;
    this.#servers = servers;
  }

  async removeBatch(limit: number, signal: AbortSignal): Promise<RemovalOutcome> {
    const { removers, ...found } = await this.#removers();
    let failure: unknown = found.failure;
    let busy: RemovalOutcome | undefined;
    let deletes = 0;
    for (const remover of removers) {
      if (deletes === limit) {
        break;
      }
      try {
        const outcome = await remover.removeBatch(limit - deletes, signal);
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

  async close(): Promise<void> {
    await Promise.all(this.#servers.map(({ client }) => client.close()));
  }

  /** Creates a remover for each shard that answers. */
  async #removers() {
    const byShard = new Map<string, TombstoneRemover>();
    let failure: unknown;
    let shards = 0;
    for (const server of this.#servers) {
      try {
        const macros = await readServerMacros(server, this.#cluster);
        shards = Number(macros.shards);
        byShard.set(macros.shard, new ClickHouseTombstoneRemover(server.client));
      } catch (error) {
        failure = error;
      }
    }
    const isComplete = shards > 0 && byShard.size === shards;
    return {
      removers: [...byShard.values()],
      failure: isComplete ? undefined : (failure ?? missingShards(byShard.size, shards)),
    };
  }
}

function missingShards(found: number, expected: number): AppError {
  const message = `CLICKHOUSE_SERVER_URLS leads to ${found} of ${expected} shards`;
  return new AppError('CLICKHOUSE_CLUSTER_MISMATCH', message);
}

import type { Logger } from '@spanhouse/service-runtime';
import type { ClickHouseClusterConfig } from '../clickhouse-config.js';
import { createClickHouseClient } from '../connection/clickhouse-client.js';
import { clusterOf, localDatabase, openServers } from '../connection/cluster.js';
import type { StoreState } from '../store-state.js';
import { ClickHouseStoreState, STATE_TIMEOUT_MS } from './clickhouse-store-state.js';
import { ClusterStoreState } from './cluster-store-state.js';

/** Creates the reader of the state of the server, or of all servers of the cluster. Opens nothing until the first call. */
export function openStoreState(config: ClickHouseClusterConfig, logger: Logger): StoreState {
  const bounded = { ...config, CLICKHOUSE_REQUEST_TIMEOUT_MS: STATE_TIMEOUT_MS };
  const database = config.CLICKHOUSE_DATABASE;
  if (clusterOf(config) === undefined) {
    // Readings run one at a time.
    const options = { maxOpenConnections: 1, database, logger };
    return new ClickHouseStoreState(createClickHouseClient(bounded, options));
  }
  const urls = config.CLICKHOUSE_SERVER_URLS ?? [];
  const servers = openServers(bounded, { urls, database: localDatabase(database), logger });
  return new ClusterStoreState(servers.map(({ client }) => new ClickHouseStoreState(client)));
}

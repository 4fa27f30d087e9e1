export {
  type ClickHouseCluster,
  type ClickHouseClusterOptions,
  type ClusterServer,
  startClickHouseCluster,
} from './start-clickhouse-cluster.js';

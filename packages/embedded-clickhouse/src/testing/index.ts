export {
  type ClickHouseCluster,
  type ClickHouseClusterOptions,
  type ShardServer,
  startClickHouseCluster,
} from './start-clickhouse-cluster.js';

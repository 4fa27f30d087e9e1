export { addressWithCredentials } from '../access.js';
export { ask } from './ask.js';
export {
  type ClickHouseCluster,
  type ClickHouseClusterOptions,
  type ClusterServer,
  startClickHouseCluster,
} from './start-clickhouse-cluster.js';

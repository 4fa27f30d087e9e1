export { addressWithCredentials } from '../access.js';
export { ask } from './ask.js';
export {
  type ClickHouseCluster,
  type ClickHouseClusterOptions,
  type ClusterServer,
  startClickHouseCluster,
} from './start-clickhouse-cluster.js';
export {
  type ClickHouseWithUsers,
  startClickHouseWithUsers,
  type TestProfile,
} from './start-clickhouse-with-users.js';

export { aContext, aSpan, PROJECT_ID, START_NS } from './a-span.js';
export { describeOnClickHouse } from './describe-on-clickhouse.js';
export { aSpanBlock, blockOfBytes, encodeRows, type RowInput } from './span-block.js';
export {
  createTestDatabase,
  openTestDatabase,
  type TestDatabase,
  type TestDatabaseConfig,
  testConfig,
} from './test-database.js';

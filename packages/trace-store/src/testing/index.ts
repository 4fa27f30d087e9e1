export { emptyBalance, noSums } from '../message-ledger.js';
export { aDeadLetter } from './a-dead-letter.js';
export { aContext, aSpan, projectId, START_NS } from './a-span.js';
export { describeOnClickHouse, type Runs } from './describe-on-clickhouse.js';
export { explainWalk } from './explain-walk.js';
export { FakeDeadLetterCounter } from './fake-dead-letter-counter.js';
export { FakeDeadLetterIndex } from './fake-dead-letter-index.js';
export { FakeIngestState } from './fake-ingest-state.js';
export { FakeLedgerAudit } from './fake-ledger-audit.js';
export { FakeMessageLedger } from './fake-message-ledger.js';
export { addUpSums, FakeSpanMetrics } from './fake-span-metrics.js';
export { FakeSpanWriter, type FrameText } from './fake-span-writer.js';
export { FakeTraceAnalytics } from './fake-trace-analytics.js';
export { FakeTraceReader } from './fake-trace-reader.js';
export { findHinted } from './find-hinted.js';
export { listTraces } from './list-traces.js';
export { aSpanBlock, blockOfBytes, encodeRows, type RowInput } from './span-block.js';
export {
  createTestDatabase,
  openTestDatabase,
  type TestDatabase,
  type TestDatabaseConfig,
  testConfig,
} from './test-database.js';
export { toFilterableSpan } from './to-filterable-span.js';
export { toOutlineNode } from './to-outline-node.js';

export { type ClickHouseAccess, clickhouseSettings } from './access.js';
export { readAccess } from './access-file.js';
export { sendStatement } from './send-statement.js';
export { splitStatements } from './split-statements.js';
export { type EmbeddedClickHouse, startEmbeddedClickHouse } from './start-embedded-clickhouse.js';

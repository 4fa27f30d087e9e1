export { startEmbeddedClickHouse, } from './start-embedded-clickhouse.js';
//# sourceMappingURL=index.js.map
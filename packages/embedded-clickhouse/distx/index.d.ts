export { type EmbeddedClickHouse, type EmbeddedClickHouseOptions, startEmbeddedClickHouse, } from './start-embedded-clickhouse.js';
//# sourceMappingURL=index.d.ts.map
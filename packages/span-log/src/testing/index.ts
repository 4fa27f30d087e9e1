export { anyMessageHeaders, anySpanRecord, spanRecord } from './any-span-record.js';
export { InMemorySpanLog, type InMemorySpanLogOptions } from './in-memory-span-log.js';

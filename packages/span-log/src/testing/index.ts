export { alterTopic } from './alter-topic.js';
export {
  anyMessageHeaders,
  anySpanRecord,
  deleteTraceRecord,
  spanRecord,
} from './any-span-record.js';
export { createGroupOffsets } from './group-offsets.js';
export { InMemorySpanLog, type InMemorySpanLogOptions } from './in-memory-span-log.js';

export { alterTopic } from './alter-topic.js';
export {
  anyMessageHeaders,
  anySpanRecord,
  deleteTraceRecord,
  spanRecord,
} from './any-span-record.js';
export { createGroupOffsets } from './group-offsets.js';
export { InMemoryDeadLetters } from './in-memory-dead-letters.js';
export { InMemorySpanLog, type InMemorySpanLogOptions } from './in-memory-span-log.js';
export { withOtherProgram, writeCompressed } from './other-program.js';
export { readLetters } from './read-letters.js';

export { anyMessageHeaders, anySpanRecord, spanRecord } from './any-span-record.js';

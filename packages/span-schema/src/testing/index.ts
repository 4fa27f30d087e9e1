export { LONG } from './any-attributes.js';
export { anyCondition, anyFilterableSpan, anyFiltering } from './any-filter.js';
export { anyBigInteger, anyJsonObject, anyJsonValue, anyNumber, anyText } from './any-json.js';
export {
  aCanonicalSpan,
  anyCanonicalSpan,
  anyMetrics,
  anySpanId,
  anyTimeNs,
  anyTraceId,
  anyUint32,
} from './any-span.js';

export { anyAttributes, anySentSpan } from './any-sent-span.js';
export { canonicalSpans, INTAKE_CONTEXT, ingestText, parseBodyText } from './read-body.js';
export {
  aSentSpan,
  canonicalAg,
  canonicalAttributes,
  canonicalSpan,
  SPAN_ID,
  TRACE_ID,
} from './sent-span.js';
export { FLAT_INGEST, NESTED_INGEST, PARTIAL_DROP } from './worked-examples.js';
export { aZipkinSpan, ZIPKIN_SPAN_ID, ZIPKIN_TRACE_ID } from './zipkin-span.js';

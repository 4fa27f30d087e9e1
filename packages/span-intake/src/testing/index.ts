export { anyAttributes, anySentSpan } from './any-sent-span.js';
export { encodeZipkin } from './encode-zipkin.js';
export { canonicalSpans, ingestText, intakeContext, parseBodyText } from './read-body.js';
export {
  aSentSpan,
  canonicalAg,
  canonicalAttributes,
  canonicalSpan,
  spanId,
  traceId,
} from './sent-span.js';
export { flatIngest, nestedIngest, partialDrop } from './worked-examples.js';
export { aZipkinSpan, zipkinSpanId, zipkinTraceId } from './zipkin-span.js';

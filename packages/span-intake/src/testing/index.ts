export { anyOtlpRequest, toAnyValue, toKeyValues } from './any-otlp-request.js';
export { anyAttributes, anySentSpan } from './any-sent-span.js';
export { decodeOtlpAnswer, encodeOtlp } from './encode-otlp.js';
export {
  anOtlpSpan,
  OTLP_SPAN_ID,
  OTLP_SPAN_ID_FIELDS,
  OTLP_TRACE_ID,
  otlpRequestOf,
  protobufMessage,
  protobufRequestOf,
} from './otlp-request.js';
export { canonicalSpans, INTAKE_CONTEXT, ingestText, parseBodyText } from './read-body.js';
export {
  aSentSpan,
  canonicalAg,
  canonicalAttributes,
  canonicalSpan,
  SPAN_ID,
  TRACE_ID,
} from './sent-span.js';

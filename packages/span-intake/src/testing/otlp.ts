export { anyOtlpRequest, toAnyValue, toKeyValues } from './any-otlp-request.js';
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

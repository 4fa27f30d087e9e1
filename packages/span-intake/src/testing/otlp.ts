export { anyOtlpRequest, toAnyValue, toKeyValues } from './any-otlp-request.js';
export { decodeOtlpAnswer, encodeOtlp } from './encode-otlp.js';
export {
  anOtlpSpan,
  otlpRequestOf,
  otlpSpanId,
  otlpSpanIdFields,
  otlpTraceId,
  protobufMessage,
  protobufRequestOf,
} from './otlp-request.js';

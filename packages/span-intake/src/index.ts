export { type AdapterName, adapterNames } from './adapters/adapter.js';
export {
  type AcceptedSpans,
  type AllSpansRefused,
  fitSpans,
  type IngestOutcome,
} from './canonical/accept-spans.js';
export { finishSpans } from './canonical/finish-spans.js';
export { parseJsonBody } from './json/parse-json-body.js';
export { computeOwnMetrics } from './metrics/compute-metrics.js';
export { echoesOf, responseIdIn } from './metrics/echoes.js';
export { priceTable } from './metrics/price-table.js';
export { type RollUpSpan, rollUpMetrics } from './metrics/roll-up-metrics.js';
export { acceptOtlp, type OtlpBody } from './otlp/accept-otlp.js';
export {
  encodeExportResponse,
  encodeRpcStatus,
  type OtlpEncoding,
  type RpcStatus,
} from './otlp/export-response.js';
export { readOtlpJson } from './otlp/json/decode-json.js';
export { readOtlpProtobuf } from './otlp/protobuf/decode-protobuf.js';
export { readIngestRequest, wrongBody } from './request/read-ingest-request.js';
export { readSingleTraceRequest, readTraceBody } from './request/read-single-trace.js';
export { createSpanName, type IntakeContext } from './request/read-span.js';
export { readTraceList } from './request/read-trace-list.js';
export { acceptSimpleTrace, simpleTraceFlags } from './simple-traces/accept-simple-trace.js';
export { editSimpleTrace } from './simple-traces/edit-simple-trace.js';
export { serviceOfDropped } from './submission/dropped-service.js';
export { type DroppedSpan, dropCodes } from './submission/dropped-span.js';
export {
  type ComplexityLimit,
  complexityLimits,
  type RequestRefusal,
  RequestTooComplex,
  type TooComplexRequest,
  toTooComplex,
} from './submission/request-too-complex.js';
export { decodeZipkinProtobuf } from './zipkin/decode-zipkin-protobuf.js';
export { readZipkinSpans } from './zipkin/read-zipkin-spans.js';

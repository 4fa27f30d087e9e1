export { acceptSimpleTrace, SIMPLE_TRACE_FLAGS } from './accept-simple-trace.js';
export {
  type AcceptedSpans,
  type AllSpansRefused,
  type IngestOutcome,
  refuseOversized,
} from './accept-spans.js';
export type { AdapterName } from './adapters/adapter.js';
export { createSpanName } from './create-span-name.js';
export type { DropCode, DroppedSpan } from './dropped-span.js';
export { editSimpleTrace } from './edit-simple-trace.js';
export { finishSpans } from './finish-spans.js';
export { readOtlpJson } from './otlp/decode-json.js';
export { readOtlpProtobuf } from './otlp/decode-protobuf.js';
export {
  encodeExportResponse,
  encodeRpcStatus,
  type OtlpEncoding,
  type RpcStatus,
} from './otlp/export-response.js';
export type { OtlpReadResult } from './otlp/otlp-read-result.js';
export { type JsonBody, parseJsonBody } from './parse-json-body.js';
export { type ParsedJson, parseJsonText } from './parse-json-text.js';
export type { BadRequest, ProblemEntry, UnprocessableRequest } from './problem.js';
export { readIngestRequest, wrongBody } from './read-ingest-request.js';
export { readSingleTraceRequest, readTraceBody } from './read-single-trace.js';
export type { IntakeContext } from './read-span.js';
export { readTraceList } from './read-trace-list.js';
export { type RollUpSpan, rollUpMetrics } from './roll-up-metrics.js';
export type { SpanDraft } from './span-draft.js';
export { readZipkinSpans } from './zipkin/read-zipkin-spans.js';

export { JaegerProcesses } from './jaeger/jaeger-processes.js';
export {
  conditionsOf,
  hasJaegerService,
  type JaegerQuery,
  type SpanConditions,
} from './jaeger/jaeger-query.js';
export { type JaegerTraceSummary, summarizeTrace } from './jaeger/jaeger-trace-summary.js';
export { ServiceCallCounts } from './jaeger/service-calls.js';
export { kindOfName, nameOfKind } from './jaeger/span-kinds.js';
export { toJaegerProcess, toJaegerSpan } from './jaeger/to-jaeger-span.js';
export {
  type OtlpScope,
  type OtlpSpan,
  toOtlpResource,
  toOtlpScope,
  toOtlpSpan,
} from './jaeger/to-otlp-span.js';

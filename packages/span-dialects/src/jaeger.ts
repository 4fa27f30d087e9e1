export { JaegerProcesses } from './jaeger/jaeger-processes.js';
export {
  conditionsOf,
  type JaegerQuery,
  ofJaegerService,
  type SpanConditions,
} from './jaeger/jaeger-query.js';
export type {
  JaegerLog,
  JaegerProcess,
  JaegerReference,
  JaegerSpan,
  JaegerTag,
} from './jaeger/jaeger-span.js';
export { type JaegerTraceSummary, summarizeTrace } from './jaeger/jaeger-trace-summary.js';
export type { OtlpResource, OtlpScope, OtlpSpan } from './jaeger/otlp-span.js';
export { ServiceCallCounts, type ServiceCalls } from './jaeger/service-calls.js';
export { kindOfName, nameOfKind } from './jaeger/span-kinds.js';
export { toJaegerProcess, toJaegerSpan } from './jaeger/to-jaeger-span.js';
export { toOtlpResource, toOtlpScope, toOtlpSpan } from './jaeger/to-otlp-span.js';

export {
  type AggregateAnswer,
  type AggregateRequest,
  aggregateAnswerSchema,
  aggregateRequestSchema,
  MAX_BUCKETS,
} from './aggregate-schemas.js';
export {
  actorsRequestSchema,
  analyticsAnswerSchema,
  analyticsKeysSchema,
  analyticsRequestSchema,
  attributeKeysQuerySchema,
  attributeKeysSchema,
  attributeLimits,
  attributeValuesQuerySchema,
  attributeValuesSchema,
  metricSpecsSchema,
  sessionsAnswerSchema,
  sumBucketsSchema,
  timeRangeKeys,
  usersAnswerSchema,
} from './analytics-schemas.js';
export { compareAnswerSchema, compareRequestSchema } from './compare-schemas.js';
export {
  acceptedSpansSchema,
  acceptedTraceSchema,
  acceptedTracesSchema,
  droppedZipkinSpansSchema,
  exportTraceRequestSchema,
  exportTraceResponseSchema,
  ingestRequestSchema,
  receiptStatusSchema,
  rpcStatusSchema,
  traceRequestSchema,
  tracesRequestSchema,
  zipkinSpansSchema,
} from './ingest-schemas.js';
export { named, orDefault, schemaRegistry } from './named-schemas.js';
export { outlineLineSchema } from './outline-schemas.js';
export {
  otherSpanLineSchema,
  otherTraceLineSchema,
  progressLineSchema,
  projectedSpansAnswerSchema,
  projectedTracesAnswerSchema,
} from './projected-schemas.js';
export {
  errorSchema,
  filteringSchema,
  flatQueryKeysSchema,
  flatQueryRequestSchema,
  focuses,
  formats,
  foundSpansAnswerSchema,
  foundTracesAnswerSchema,
  queryRequestSchema,
  spanAnswerSchema,
  spansAnswerSchema,
  summariesRequestSchema,
  traceAnswerSchema,
  traceMapAnswerSchema,
  tracesAnswerSchema,
  validationErrorSchema,
  windowingSchema,
} from './query-schemas.js';
export { serviceMapAnswerSchema, serviceMapRequestSchema } from './service-map-schemas.js';
export {
  sentNodeSchema,
  sentSpanSchema,
  shownSpanSchema,
  shownTraceSchema,
} from './span-schemas.js';
export { foundSummariesAnswerSchema, summarySchema } from './summary-schemas.js';
export { tailLineSchema, tailRequestSchema } from './tail-schemas.js';
export {
  integerFrom,
  jsonObjectSchema,
  linkSchema,
  referenceSchema,
  spanIdSchema,
  timeSchema,
  traceIdSchema,
} from './value-schemas.js';

export { aggregateAnswerShape, aggregateRequestShape } from './aggregate-shapes.js';
export {
  actorsRequestShape,
  analyticsAnswerShape,
  analyticsKeysShape,
  analyticsRequestShape,
  attributeKeysShape,
  attributeRangeKeys,
  attributeValuesShape,
  sessionsAnswerShape,
  sumBucketsShape,
  usersAnswerShape,
} from './analytics-shapes.js';
export { compareAnswerShape, compareRequestShape } from './compare-shapes.js';
export {
  acceptedSpansShape,
  acceptedTraceShape,
  acceptedTracesShape,
  droppedZipkinSpansShape,
  exportTraceRequestShape,
  exportTraceResponseShape,
  ingestRequestShape,
  receiptStatusShape,
  rpcStatusShape,
  traceRequestShape,
  tracesRequestShape,
  zipkinSpansShape,
} from './ingest-shapes.js';
export { outlineLineShape } from './outline-shapes.js';
export {
  otherSpanLineShape,
  otherTraceLineShape,
  progressLineShape,
  projectedSpansAnswerShape,
  projectedTracesAnswerShape,
} from './projected-shapes.js';
export {
  errorShape,
  filteringShape,
  flatQueryKeysShape,
  flatQueryRequestShape,
  foundSpansAnswerShape,
  foundTracesAnswerShape,
  queryRequestShape,
  spanAnswerShape,
  spansAnswerShape,
  summariesRequestShape,
  traceAnswerShape,
  traceMapAnswerShape,
  tracesAnswerShape,
  validationErrorShape,
  windowingShape,
} from './query-shapes.js';
export { serviceMapAnswerShape, serviceMapRequestShape } from './service-map-shapes.js';
export { shape, shapeRegistry } from './shape-registry.js';
export { sentNodeShape, sentSpanShape, shownSpanShape, shownTraceShape } from './span-shapes.js';
export { foundSummariesAnswerShape, summaryShape } from './summary-shapes.js';
export { tailLineShape, tailRequestShape } from './tail-shapes.js';
export {
  jsonObjectShape,
  linkShape,
  referenceShape,
  spanIdShape,
  timeShape,
  traceIdShape,
} from './value-shapes.js';

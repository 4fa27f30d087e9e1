export { remoteServiceOf } from './zipkin/restore-endpoints.js';
export {
  type CallingSpan,
  ServiceLinks,
  toCallingSpan,
} from './zipkin/service-links.js';
export { toZipkinSpan } from './zipkin/to-zipkin-span.js';
export {
  conditionsOf,
  OpenConditions,
  type ZipkinCondition,
  type ZipkinQuery,
} from './zipkin/zipkin-conditions.js';
export { hasService } from './zipkin/zipkin-preselection.js';

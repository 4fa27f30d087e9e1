export type { FilterableSpan, FilterPredicate } from '../filter/matching/filterable-span.js';
export { long } from './any-attributes.js';
export { anyCondition, anyFilterableSpan, anyFiltering } from './any-filter.js';
export {
  anyBigInteger,
  anyJsonObject,
  anyJsonValue,
  anyNumber,
  anyPartial,
  anyText,
  anyUint32,
} from './any-json.js';
export { anyEvents, anyHashes, anyLinks, anyReferences } from './any-lists.js';
export {
  aCanonicalSpan,
  anyCanonicalSpan,
  anyMetrics,
  anyResource,
  anyScope,
  anySpanId,
  anyTimeNs,
  anyTraceId,
} from './any-span.js';
export { anyRequests, anyUsageTree, type UsageSpan, type UsageTree } from './any-usage-tree.js';
export { manyRuns } from './many-runs.js';
export { createFilterPredicate } from './predicate/filter-predicate.js';
export { valueAtName, valueAtPath } from './predicate/json-path.js';

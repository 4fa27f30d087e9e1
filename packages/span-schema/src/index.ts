export { arrangeTree, childrenFirst, type SpanTree, type TreeSpan } from './arrange-tree.js';
export { compareCodePoints } from './compare-code-points.js';
export {
  type AbsentTest,
  type AttributeTest,
  type CompareTest,
  type ContentTest,
  type EntryAttributeTest,
  type EntryTest,
  type EqualsAnyTest,
  FILTER_ATTRIBUTE_FIELDS,
  FILTER_ENUM_FIELDS,
  FILTER_ID_FIELDS,
  FILTER_LIST_FIELDS,
  FILTER_TEXT_FIELDS,
  FILTER_TIME_FIELDS,
  FILTER_USER_FIELDS,
  type FilterAttributeField,
  type FilterComparison,
  type FilterEnumField,
  type FilterExpression,
  type FilterField,
  type FilterGroup,
  type FilterIdField,
  type FilterListField,
  type FilterNegation,
  type FilterTest,
  type FilterTextField,
  type FilterTimeField,
  type FilterUserField,
  type JsonTest,
  type TextMatch,
  type TextTest,
} from './filter.js';
export { type CheckedFiltering, checkFiltering } from './filter-check.js';
export { createFilterPredicate } from './filter-predicate.js';
export {
  type Condition,
  type ConditionOptions,
  type Filtering,
  type ParsedFiltering,
  parseFiltering,
} from './filter-structure.js';
export type { FilterableSpan, FilterPredicate } from './filterable-span.js';
export {
  parseParentId,
  parseSpanId,
  parseTraceId,
  parseUuid,
  toDashedUuid,
} from './identifiers.js';
export { isJsonObject, type JsonObject, type JsonValue, setMember } from './json.js';
export { parseSpanKind, parseSpanType, parseStatusCode } from './parse-enum.js';
export type { Location, QueryIssue } from './query-issue.js';
export {
  type SimpleTrace,
  type SimpleTraceEdit,
  type SimpleTraceQuery,
  simpleTraceEditRequest,
  simpleTraceQueryRequest,
  simpleTraceRequest,
} from './simple-trace.js';
export { isSlug } from './slug.js';
export type {
  CanonicalSpan,
  CountsMetric,
  InstrumentationScope,
  ScalarMetric,
  SpanMetrics,
  SpanPricing,
  SpanResource,
  SubmittedCumulative,
} from './span.js';
export {
  SPAN_KINDS,
  SPAN_TYPES,
  type SpanKind,
  type SpanStatusCode,
  type SpanType,
  STATUS_CODES,
  TRACE_TYPES,
  type TraceType,
} from './span-enums.js';
export type { Link, SpanEvent, SpanHash, SpanLink, SpanReference } from './span-lists.js';
export { stringifyJson } from './stringify-json.js';
export { formatTimestamp, parseTimestamp } from './timestamp.js';
export {
  type LocatedValue,
  type ParsedWindowing,
  parseWindowing,
  parseWindowMembers,
  toRatePercent,
  type Windowing,
  type WindowMember,
  type WindowOrder,
} from './windowing.js';

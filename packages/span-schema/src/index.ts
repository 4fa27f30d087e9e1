export type { ProjectPrices } from './api/admin-schemas.js';
export { checkFiltering } from './filter/check-filter.js';
export { allOf, anyOf, equalsAny, isAbsent, negate } from './filter/expressions.js';
export {
  type AbsentTest,
  type AttributeTest,
  type CompareTest,
  type ContentTest,
  type EntryAttributeTest,
  type EntryTest,
  type EqualsAnyTest,
  type FilterAttributeField,
  type FilterComparison,
  type FilterEnumField,
  type FilterExpression,
  type FilterField,
  type FilterListField,
  type FilterTest,
  type FilterTextField,
  filterAttributeFields,
  filterEnumFields,
  filterIdFields,
  filterListFields,
  filterTextFields,
  filterTimeFields,
  filterUserFields,
  type JsonTest,
  type TextMatch,
  type TextTest,
} from './filter/filter.js';
export {
  type ConditionOperator,
  conditionOperators,
  logicalOperators,
} from './filter/operators.js';
export { type Filtering, type ParsedFiltering, parseFiltering } from './filter/structure.js';
export { compareCodePoints } from './json/compare-code-points.js';
export { toExactInteger } from './json/exact-integers.js';
export {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  setMember,
  withoutUndefined,
} from './json/json.js';
export { allowedIn, excessReasons } from './json/json-excess.js';
export { isNumberText } from './json/number-text.js';
export {
  type ParsedJson,
  parseInnerJson,
  parseJsonText,
  type TooComplexJson,
} from './json/parse-json-text.js';
export { stringifyJson } from './json/stringify-json.js';
export {
  type AttributeSource,
  attributeSources,
  type MetricType,
  metricTypes,
} from './query/analytics-names.js';
export { type ProjectedMember, type Projection, parseProjection } from './query/projection.js';
export {
  type Complaint,
  type Location,
  missingField,
  notA,
  notJson,
  notOneOf,
  outOfRange,
  toValidationDetail,
  type ValidationDetail,
  valueError,
} from './query/validation-detail.js';
export {
  type LocatedValue,
  type ParsedWindowing,
  parseWindowing,
  parseWindowMembers,
  toRatePercent,
  type Windowing,
  type WindowMember,
  type WindowOrder,
} from './query/windowing.js';
export {
  arrangeTree,
  childrenFirst,
  inTreeOrder,
  misplacedSpans,
  type SpanTree,
  type TreeSpan,
} from './span/arrange-tree.js';
export { findEchoes, type UsageCall } from './span/find-echoes.js';
export {
  parseParentId,
  parseSpanId,
  parseTraceId,
  parseUuid,
  toDashedUuid,
} from './span/identifiers.js';
export { type Permission, permissions } from './span/permissions.js';
export { idOfServerHalf } from './span/server-half.js';
export {
  type SimpleTrace,
  type SimpleTraceEdit,
  type SimpleTraceQuery,
  simpleTraceRequest,
} from './span/simple-trace.js';
export { isSlug } from './span/slug.js';
export type {
  CanonicalSpan,
  CountsMetric,
  InstrumentationScope,
  SpanMetrics,
  SpanPricing,
  SpanResource,
  SubmittedCumulative,
} from './span/span.js';
export {
  parseSpanKind,
  parseSpanType,
  parseStatusCode,
  type SpanKind,
  type SpanStatusCode,
  type SpanType,
  spanKinds,
  spanTypes,
  statusCodes,
  type TraceType,
  traceTypes,
} from './span/span-enums.js';
export type { Link, SpanEvent, SpanHash, SpanLink, SpanReference } from './span/span-lists.js';
export {
  clampTime,
  formatTimestamp,
  MAX_TIME_NS,
  MIN_TIME_NS,
  parseTimestamp,
} from './time/timestamp.js';

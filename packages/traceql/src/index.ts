export { type CompiledPattern, compilePattern } from './check/compile-pattern.js';
export { parseQuery } from './parse/parse-query.js';
export { printDuration } from './print/print-duration.js';
export { printExpression, printField, printLiteral } from './print/print-expression.js';
export { printAggregate, printQuery } from './print/print-query.js';
export { freeField } from './repair/free-field.js';
export { parseHalfTyped, type SpanFilter } from './repair/parse-half-typed.js';
export { QueryTooLarge, TraceQlError } from './traceql-error.js';
export type { BinaryExpression, Expression, Literal } from './tree/expression.js';
export { type Field, typeOfField } from './tree/field.js';
export type {
  Aggregate,
  Hint,
  MetricsFunction,
  MetricsMath,
  Query,
  Scalar,
  SeriesStage,
  SpanSet,
  Stage,
} from './tree/query.js';

export { compileCondition, compileValue } from './evaluate/compile-expression.js';
export { fieldsOf } from './evaluate/fields-of.js';
export { type FoundSpanSet, PipelineRun } from './evaluate/pipeline-run.js';
export { type PipelinePlan, planPipeline } from './evaluate/plan-pipeline.js';
export type { PlacedSpan } from './evaluate/read-field.js';
export { TooManyPairs } from './evaluate/sights-of.js';
export { type ShapedSpan, TraceShape } from './evaluate/trace-shape.js';
export type { FlatAttributes, TracedSpan, Value } from './evaluate/traced-span.js';

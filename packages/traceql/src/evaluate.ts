export { compileCondition, compileValue } from './evaluate/compile-expression.js';
export { type FoundSpanSet, PipelineRun } from './evaluate/pipeline-run.js';
export { type PipelinePlan, planPipeline } from './evaluate/plan-pipeline.js';
export type { PlacedSpan } from './evaluate/read-field.js';
export { TraceShape } from './evaluate/trace-shape.js';
export {
  attributesIn,
  type FlatAttributes,
  type TracedSpan,
  type Value,
} from './evaluate/traced-span.js';
export { listFields } from './tree/list-fields.js';

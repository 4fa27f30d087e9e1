export type { Trace, TracedSpan, Value } from '../evaluate/traced-span.js';
export { anyLikelyPipeline } from './any-likely-pipeline.js';
export { anySpanSet } from './any-query.js';
export { anyTrace } from './any-trace.js';
export { evaluatePipeline } from './evaluate/evaluate-pipeline.js';
export { exampleTraces } from './example-traces.js';

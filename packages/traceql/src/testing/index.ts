export { anySpanSet } from './any-query.js';
export { evaluatePipeline } from './evaluate/evaluate-pipeline.js';
export type { Trace, TracedSpan, Value } from './evaluate/traced-span.js';
export { exampleTraces } from './example-traces.js';

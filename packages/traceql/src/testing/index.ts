export type { Trace, TracedSpan, Value } from '../evaluate/traced-span.js';
export { anyLikelyMetrics } from './any-likely-metrics.js';
export { anyLikelyPipeline } from './any-likely-pipeline.js';
export { anySpanSet } from './any-query.js';
export { anyTrace } from './any-trace.js';
export { evaluateMetrics } from './evaluate/evaluate-metrics.js';
export { evaluatePipeline } from './evaluate/evaluate-pipeline.js';
export { labelText, type NaiveSeries } from './evaluate/naive-series.js';
export { exampleTraces } from './example-traces.js';

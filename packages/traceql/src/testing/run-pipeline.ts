import { PipelineRun } from '../evaluate/pipeline-run.js';
import { planPipeline } from '../evaluate/plan-pipeline.js';
import type { PlacedSpan } from '../evaluate/read-field.js';
import { TraceShape } from '../evaluate/trace-shape.js';
import type { Trace } from '../evaluate/traced-span.js';
import type { Stage } from '../tree/query.js';

/** Runs a pipeline on a trace. Returns the trace's spans in order, and the positions of the spans in each set. */
export function runPipeline(pipeline: readonly Stage[], trace: Trace) {
  const spans = trace.spans.toSorted(
    (a, b) => Number(a.start_time - b.start_time) || (a.span_id < b.span_id ? -1 : 1),
  );
  const shape = new TraceShape(
    trace.trace_id,
    spans.map((span) => ({ ...span, parent_id: span.parent_id || undefined })),
  );
  const service = spans[shape.root ?? -1]?.resource.get('service.name');
  const rootService = service?.type === 'string' ? service.value : '';
  const placed = spans.map(
    (span, position): PlacedSpan => ({ span, position, shape, rootService }),
  );
  const running = new PipelineRun(planPipeline(pipeline), shape);
  for (const span of placed) {
    running.see(span);
  }
  return { placed, spanSets: running.spanSets() };
}

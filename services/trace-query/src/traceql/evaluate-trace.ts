import type { StoredSpan } from '@spanhouse/span-row';
import type { WholeTrace } from '@spanhouse/trace-store/reader';
import {
  type FoundSpanSet,
  type PipelinePlan,
  PipelineRun,
  type TraceShape,
} from '@spanhouse/traceql/evaluate';
import type { QueriedSpans } from './queried-span.js';

/** A trace for which a query has returned at least one span set. */
export interface MatchedTrace {
  readonly trace: WholeTrace;
  readonly shape: TraceShape;
  readonly spanSets: readonly FoundSpanSet[];
}

/** Runs a pipeline on a trace. Only one portion of the trace's spans is in memory at a time. */
export async function evaluateTrace(
  plan: PipelinePlan,
  { trace, shape }: Omit<MatchedTrace, 'spanSets'>,
  spans: QueriedSpans,
): Promise<readonly FoundSpanSet[]> {
  const run = new PipelineRun(plan, shape);
  const rootService = namesRootService(plan) ? await rootServiceOf(trace, shape, spans) : '';
  let position = 0;
  for await (const portion of trace.read([...trace.nodes.keys()])) {
    for (const stored of portion) {
      run.see({ span: spans.show(stored), position, shape, rootService });
      position += 1;
    }
  }
  return run.spanSets();
}

/** Reads the service of a trace's root; an empty string if the root has no service. */
export async function rootServiceOf(
  trace: WholeTrace,
  { root }: TraceShape,
  spans: QueriedSpans,
): Promise<string> {
  const [stored] = root === undefined ? [] : await readSpans(trace, [root]);
  return stored === undefined ? '' : spans.serviceOf(stored);
}

/** Reads a few spans of a trace into memory. */
export async function readSpans(
  { read }: WholeTrace,
  positions: readonly number[],
): Promise<readonly StoredSpan[]> {
  const found: StoredSpan[] = [];
  for await (const portion of read(positions)) {
    found.push(...portion);
  }
  return found;
}

function namesRootService({ fields }: PipelinePlan): boolean {
  return fields.some((field) => field.kind === 'intrinsic' && field.name === 'rootServiceName');
}

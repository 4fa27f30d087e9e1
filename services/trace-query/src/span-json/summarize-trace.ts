import { compareCodePoints, formatTimestamp } from '@spanhouse/span-schema';
import type { SummaryNode, TraceToSummarize } from '@spanhouse/trace-store/reader';
import { unwrapOutputs } from './default-outputs.js';
import { previewData } from './preview-data.js';
import { rollUpTrace } from './recompute-trace.js';
import { sumTrace } from './sum-trace.js';

/** Returns the summary of a trace as JSON; see docs/api/spans-and-traces.md. */
export function writeSummary(trace: TraceToSummarize): string {
  const { trace_id, nodes, annotations, inputs, outputs } = trace;
  const roots = nodes.filter(({ parent_id }) => parent_id === undefined);
  const [root] = roots;
  return JSON.stringify({
    trace_id,
    root: root && rootOf(root),
    ...timesOf(nodes),
    spans: nodes.length,
    roots: roots.length,
    failed: nodes.filter(({ status_code }) => status_code === 'STATUS_CODE_ERROR').length,
    ...totalsOf(nodes),
    models: [...new Set(presentIn(nodes, 'model'))].toSorted(compareCodePoints),
    services: servicesOf(nodes),
    session_id: presentIn(nodes, 'session_id')[0],
    user_id: presentIn(nodes, 'user_id')[0],
    matched: nodes.filter(({ is_matched }) => is_matched).length,
    annotations: annotations || undefined,
    input: inputs === undefined ? undefined : previewData(inputs),
    output: outputs === undefined ? undefined : previewData(unwrapOutputs(outputs)),
  });
}

function rootOf({ span_id, span_name, span_type, service_name, status_code }: SummaryNode) {
  return { span_id, span_name, span_type, service_name, status_code };
}

function timesOf(nodes: readonly SummaryNode[]) {
  const [first] = nodes; // nodes are sorted by start
  const start = first?.start_time ?? 0n;
  let end = first?.end_time ?? 0n;
  for (const { end_time } of nodes) {
    if (end_time > end) {
      end = end_time;
    }
  }
  return {
    start_time: formatTimestamp(start),
    end_time: formatTimestamp(end),
    duration_ns: (end - start).toString(),
  };
}

function totalsOf(nodes: readonly SummaryNode[]) {
  const { errors, tokens, costs } = sumTrace(rollUpTrace(nodes));
  return { errors, tokens, costs };
}

function presentIn(
  nodes: readonly SummaryNode[],
  name: 'model' | 'session_id' | 'user_id' | 'service_name',
): readonly string[] {
  return nodes.flatMap((node) => node[name] ?? []);
}

function servicesOf(nodes: readonly SummaryNode[]) {
  return [...Map.groupBy(presentIn(nodes, 'service_name'), (name) => name)]
    .map(([service_name, { length: spans }]) => ({ service_name, spans }))
    .toSorted(
      (left, right) =>
        right.spans - left.spans || compareCodePoints(left.service_name, right.service_name),
    );
}

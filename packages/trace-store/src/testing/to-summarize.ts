import type { StoredSpan } from '@spanhouse/span-row';
import type { SpanSelection, TracePosition, TraceToSummarize } from '../trace-reader.js';
import { type Row, selectRows } from './select-rows.js';
import { toSummaryNode } from './to-outline-node.js';

interface Data {
  readonly ag?: { readonly data?: { readonly inputs?: unknown; readonly outputs?: unknown } };
}

/** The spans of a trace in the order (start_time, span_id), and the current rows of the project. */
interface TraceSpans {
  readonly spans: readonly StoredSpan[];
  readonly rows: readonly Row[];
  readonly selection: SpanSelection;
}

/** Computes the data for a trace summary from complete spans. */
export function toSummarize(
  { trace_id, rank }: TracePosition,
  { spans, rows, selection }: TraceSpans,
): TraceToSummarize {
  const selected = selectRows(rows, { ...selection, snapshot: [] });
  const matched = new Set(selected.map(({ span }) => span));
  const root = spans.find(({ parent_id }) => parent_id === undefined);
  const { inputs, outputs } = (JSON.parse(root?.attributes ?? '{}') as Data).ag?.data ?? {};
  return {
    trace_id,
    rank,
    nodes: spans.map((span) => toSummaryNode(span, matched.has(span))),
    inputs: JSON.stringify(inputs),
    outputs: JSON.stringify(outputs),
    annotations: rows.filter(({ span }) => isAnnotationOf(span, trace_id)).length,
  };
}

function isAnnotationOf({ trace_type, parent_id, links }: StoredSpan, traceId: string): boolean {
  const linked = JSON.parse(links ?? '[]') as readonly { readonly trace_id: string }[];
  return (
    trace_type === 'annotation' &&
    parent_id === undefined &&
    linked.some(({ trace_id }) => trace_id === traceId)
  );
}

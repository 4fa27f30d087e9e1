import type { SentProjection } from '@spanhouse/span-schema/api';
import { querySpans } from '../../api/query-spans.js';
import type { ShownSpan } from '../../api/shown-span.js';
import type { TraceSummary } from '../../api/trace-summary.js';
import type { FieldRef } from '../../filter-bar/toggle-condition.js';
import { toIso, toMs } from '../../parts/values/format-time.js';

/** Maximum number of characters to read from each attribute value. */
const TEXT_LIMIT = 300;

/** Reads the given attributes of the root spans, and returns the traces with these attributes added. */
export async function addRoots(
  rows: readonly TraceSummary[],
  fieldRefs: readonly Required<FieldRef>[],
  signal: AbortSignal,
): Promise<readonly TraceSummary[]> {
  const rootIds = rows.flatMap(({ root }) => root?.span_id ?? []);
  if (rootIds.length === 0) {
    return rows;
  }
  const body = { ...selectionOf(rows, rootIds), projection: projectionOf(fieldRefs) };
  const { spans } = await querySpans(body, { signal });
  const roots = new Map(spans.map((span) => [span.trace_id, span]));
  return rows.map((trace) => withRoot(trace, roots.get(trace.trace_id)));
}

/** Returns a request that selects the root spans by id. The search is limited to the time range of the given traces. */
function selectionOf(rows: readonly TraceSummary[], rootIds: readonly string[]): object {
  const conditions = [
    { field: 'trace_id', operator: 'in', value: rows.map((row) => row.trace_id) },
    { field: 'span_id', operator: 'in', value: rootIds },
  ];
  const oldest = Math.min(...rows.map(({ start_time }) => toMs(start_time)));
  const newest = Math.max(...rows.map(({ end_time }) => toMs(end_time))) + 1;
  const windowing = { oldest: toIso(oldest), newest: toIso(newest), limit: rows.length };
  return { filtering: { conditions }, windowing };
}

function projectionOf(fieldRefs: readonly Required<FieldRef>[]): SentProjection {
  const has = (wanted: string) => fieldRefs.some(({ field }) => field === wanted);
  return {
    members: (['resource', 'scope'] as const).filter((member) => has(`${member}.attributes`)),
    attributes: fieldRefs.flatMap(({ field, key }) => (field === 'attributes' ? [key] : [])),
    text_limit: TEXT_LIMIT,
  };
}

function withRoot(trace: TraceSummary, rootSpan: ShownSpan | undefined): TraceSummary {
  return rootSpan === undefined ? trace : { ...trace, rootSpan };
}

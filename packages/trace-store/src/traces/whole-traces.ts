import { decodeStoredSpans, type StoredSpan } from '@spanhouse/span-row';
import type { RunStatement } from '../connection/run-statement.js';
import { compareSpanPositions } from '../selection/row-positions.js';
import { coverRanges } from '../selection/time-ranges.js';
import type { SpanPart } from '../span-parts.js';
import { type KnownRows, selectSpans } from './select-spans.js';
import { currentVersions } from './select-versions.js';
import { groupExtents, rowsOf, type TraceExtent } from './trace-extents.js';

/** The extents of the traces to read. */
export interface WholeTraces {
  readonly project_id: string;
  readonly extents: readonly TraceExtent[];
  /** The ids of the spans to read; `undefined` means all spans. */
  readonly span_ids: readonly string[] | undefined;
  readonly unread?: readonly SpanPart[] | undefined;
}

/** Reads the current spans of traces in the order (start_time, trace_id, span_id). */
export async function readWholeTraces(
  run: RunStatement,
  { project_id, extents, span_ids, unread }: WholeTraces,
): Promise<readonly StoredSpan[]> {
  const rows: StoredSpan[] = [];
  for (const group of groupExtents(extents)) {
    const ids = { project_id, span_ids, ...rowsOf(group) };
    for (const span of decodeStoredSpans(
      await run(selectSpans(ids, { ...knownRows(group), unread })),
    )) {
      rows.push(span);
    }
  }
  return currentVersions(rows).toSorted(compareSpanPositions);
}

/** Derives from the extents the facts that reduce the work of the statement. */
function knownRows(traces: readonly TraceExtent[]): KnownRows {
  return {
    hasVersions: traces.some(({ hasVersions }) => hasVersions),
    hasExpired: traces.some(({ hasExpired }) => hasExpired),
    received: coverRanges(
      traces.map(({ received }) => received),
      1,
    )[0],
  };
}

import type { RunStatement } from '../connection/run-statement.js';
import type { DeletedTrace } from '../selection/deleted-traces.js';
import { decodeKeys, isSamePosition, type SpanKey } from '../selection/row-positions.js';
import { selectVersions } from '../traces/select-spans.js';
import {
  deletedAmong,
  groupExtents,
  readExtents,
  rowsOf,
  type TraceExtent,
} from '../traces/trace-extents.js';

/** Current rows, selected from rows that may include older versions of spans. */
export interface CurrentRows<Row> {
  /** The rows that are the current version of their span. Duplicates are removed and the order is kept. */
  readonly rows: readonly Row[];
  /** The deleted traces among those to which the rows belong. */
  readonly deleted: readonly DeletedTrace[];
}

/** Removes rows of deleted traces and rows that are not the current version of their span. */
export async function currentRows<Row extends SpanKey>(
  run: RunStatement,
  projectId: string,
  rows: readonly Row[],
): Promise<CurrentRows<Row>> {
  const traceIds = [...new Set(rows.map(({ trace_id }) => trace_id))];
  const extents = await readExtents(run, projectId, traceIds);
  const affected = [...extents.values()].filter(({ hasVersions }) => hasVersions);
  const newest = await readNewest(run, { projectId, affected, rows });
  const isCurrent = (row: Row) => {
    if (extents.get(row.trace_id)?.hasVersions !== true) {
      return true;
    }
    const version = newest.get(row.trace_id + row.span_id); // undefined if all versions of the span were deleted
    return (
      version !== undefined &&
      isSamePosition(row, version) &&
      row.received_at === version.received_at
    );
  };
  const current = rows.filter(isCurrent).filter((row, index, all) => {
    const previous = all[index - 1];
    return previous === undefined || !isSamePosition(previous, row);
  });
  return { rows: current, deleted: deletedAmong(affected) };
}

interface VersionsRequest {
  readonly projectId: string;
  readonly affected: readonly TraceExtent[];
  readonly rows: readonly SpanKey[];
}

/** Reads the current versions of spans. The result is keyed by trace id and span id. */
async function readNewest(run: RunStatement, { projectId, affected, rows }: VersionsRequest) {
  const newest = new Map<string, SpanKey>();
  for (const group of groupExtents(affected)) {
    const traces = new Set(group.map(({ trace_id }) => trace_id));
    const spanIds = rows
      .filter(({ trace_id }) => traces.has(trace_id))
      .map(({ span_id }) => span_id);
    const ids = rowsOf(projectId, group, [...new Set(spanIds)]);
    for (const version of decodeKeys(await run(selectVersions(ids)))) {
      newest.set(version.trace_id + version.span_id, version);
    }
  }
  return newest;
}

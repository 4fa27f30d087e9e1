import { AppError } from '@spanhouse/service-runtime';
import { decodeStoredSpans, type StoredSpan } from '@spanhouse/span-row';
import { jsonRows, type RunStatement } from '../connection/run-statement.js';
import { compareSpanPositions } from '../selection/row-positions.js';
import { coverRanges } from '../selection/time-ranges.js';
import type { SpanIds } from '../selection/trace-ids-to-sql.js';
import type { SpanPart } from '../span-parts.js';
import type { SpanNode, WholeTrace } from '../trace-reader.js';
import { decodeNodes, isMapped, responseId, selectNodes, selectTexts } from './select-nodes.js';
import { currentVersions, type KnownRows, selectSpans } from './select-spans.js';
import { groupExtents, rowsOf, type TraceExtent } from './trace-extents.js';

/** The project of the traces, and the parts of their spans that are not read. */
export interface TraceSource {
  readonly project_id: string;
  readonly unread?: readonly SpanPart[] | undefined;
}

const FIRST_PORTION = 1024;
const MAX_PORTION = 8192;
const MAX_PORTION_BYTES = 8 * 1024 * 1024;

/**
 * Opens a trace whose spans do not fit into memory. Only the nodes are in memory; the spans are read on demand.
 * Resolves with undefined if the trace has no spans.
 */
export async function openLargeTrace(
  run: RunStatement,
  { project_id, unread }: TraceSource,
  extent: TraceExtent,
): Promise<WholeTrace | undefined> {
  const { trace_id } = extent;
  const ids = rowsOf(project_id, [extent]);
  const nodes = await withResponseIds(run, decodeNodes(await run(selectNodes(ids))), ids);
  const readSpans = async (portion: readonly SpanNode[]) => {
    const spanIds = portion.map(({ span_id }) => span_id);
    const starts = portion.map(({ start_time }) => ({ from: start_time, to: start_time }));
    const statement = selectSpans(
      { ...ids, span_ids: spanIds, ranges: coverRanges(starts) },
      { ...extent, unread },
    );
    const maxBytes = portion.length > 1 ? MAX_PORTION_BYTES : Number.POSITIVE_INFINITY;
    const answer = await run(statement, maxBytes);
    return answer.length < maxBytes ? decodeStoredSpans(answer) : undefined;
  };
  return nodes.length === 0
    ? undefined
    : {
        trace_id,
        nodes,
        held: undefined,
        read: (positions) =>
          readPortions(
            positions.flatMap((position) => nodes[position] ?? []),
            readSpans,
          ),
      };
}

/**
 * Adds response ids to the nodes if their usage comes from several scopes. Some calls may then be echoes, and response
 * ids show which.
 */
export async function withResponseIds<Node extends SpanNode>(
  run: RunStatement,
  nodes: readonly Node[],
  trace: SpanIds,
): Promise<readonly Node[]> {
  const scopes = new Set(nodes.flatMap((node) => (node.has_mapped_usage ? [node.scope] : [])));
  if (scopes.size < 2) {
    return nodes;
  }
  const texts = selectTexts(trace, ['lower(hex(span_id))', responseId], [isMapped]);
  const ids = new Map(jsonRows<readonly [string, string]>(await run(texts)));
  return nodes.map((node) => ({ ...node, response_id: ids.get(node.span_id) ?? '' }));
}

/** Reads spans in portions, whose size is adapted to the maximum size of an answer. */
async function* readPortions(
  nodes: readonly SpanNode[],
  readSpans: (portion: readonly SpanNode[]) => Promise<readonly StoredSpan[] | undefined>,
): AsyncGenerator<readonly StoredSpan[]> {
  let size = FIRST_PORTION;
  let largest = MAX_PORTION;
  for (let at = 0; at < nodes.length; ) {
    const portion = nodes.slice(at, at + size);
    const spans = await readSpans(portion);
    if (spans === undefined) {
      largest = Math.ceil(portion.length / 2);
      size = Math.ceil(largest / 2);
    } else {
      yield inOrderOf(portion, spans);
      at += portion.length;
      size = Math.min(size * 2, largest);
    }
  }
}

/** Returns the spans in the order of their nodes. Throws CLICKHOUSE_UNAVAILABLE (retryable) if a span is missing. */
function inOrderOf(nodes: readonly SpanNode[], spans: readonly StoredSpan[]) {
  const byId = new Map(currentVersions(spans).map((span) => [span.span_id, span]));
  return nodes.map(({ span_id }) => {
    const span = byId.get(span_id);
    if (span === undefined) {
      // The span was deleted or has expired since its node was read, so the tree is incomplete.
      const message = `span ${span_id} was removed while its trace was read`;
      throw new AppError('CLICKHOUSE_UNAVAILABLE', message, { retryable: true });
    }
    return span;
  });
}

/** The extents of the traces to read, and the spans to read from them. */
interface WholeTraces {
  readonly project_id: string;
  readonly extents: readonly TraceExtent[];
  /** Ids of the spans to read; `undefined` means all spans. */
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
    const ids = rowsOf(project_id, group, span_ids);
    const answer = await run(selectSpans(ids, { ...knownRows(group), unread }));
    for (const span of decodeStoredSpans(answer)) {
      rows.push(span);
    }
  }
  return currentVersions(rows).toSorted(compareSpanPositions);
}

/**
 * Returns the facts that the extents show about the rows of the traces. With these facts, the statement does less work.
 */
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

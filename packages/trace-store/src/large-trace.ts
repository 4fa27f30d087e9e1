import { AppError } from '@spanhouse/service-runtime';
import { decodeStoredSpans, type StoredSpan } from '@spanhouse/span-row';
import { currentVersions } from './current-versions.js';
import type { RunStatement } from './run-statement.js';
import { decodeNodes, selectNodes } from './select-nodes.js';
import { selectSpans } from './statements.js';
import { coverRanges } from './time-ranges.js';
import { deletedAmong, type TraceExtent } from './trace-extents.js';
import type { SpanNode, WholeTrace } from './trace-reader.js';

const FIRST_PORTION = 1024;
const MAX_PORTION = 8192;
const MAX_PORTION_BYTES = 8 * 1024 * 1024;

/**
 * A trace of which only the nodes are held; its spans are read in the order in which they are
 * asked for. undefined when none is left.
 */
export async function openLargeTrace(
  run: RunStatement,
  project_id: string,
  extent: TraceExtent,
): Promise<WholeTrace | undefined> {
  const { trace_id } = extent;
  const trace = { project_id, trace_ids: [trace_id], deleted: deletedAmong([extent]) };
  const wanted = { ...trace, span_ids: undefined, ranges: coverRanges([extent]) };
  const nodes = decodeNodes(await run(selectNodes(wanted)));
  const readSpans = async (portion: readonly SpanNode[]) => {
    const spanIds = portion.map(({ span_id }) => span_id);
    const starts = portion.map(({ start_time }) => ({ from: start_time, to: start_time }));
    const ids = { ...trace, span_ids: spanIds, ranges: coverRanges(starts) };
    const statement = selectSpans(ids, extent);
    const maxBytes = portion.length > 1 ? MAX_PORTION_BYTES : Number.POSITIVE_INFINITY;
    const answer = await run(statement, maxBytes);
    return answer.length < maxBytes ? decodeStoredSpans(answer) : undefined;
  };
  return nodes.length === 0
    ? undefined
    : {
        ...{ trace_id, nodes, held: undefined },
        read: (positions) =>
          readPortions(
            positions.flatMap((position) => nodes[position] ?? []),
            readSpans,
          ),
      };
}

/** As many spans at a time as fit, learned on the way. */
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

function inOrderOf(
  nodes: readonly SpanNode[],
  spans: readonly StoredSpan[],
): readonly StoredSpan[] {
  const byId = new Map(currentVersions(spans).map((span) => [span.span_id, span]));
  return nodes.map(({ span_id }) => {
    const span = byId.get(span_id);
    if (span === undefined) {
      // Deleted or expired since its node was read: the tree would have a hole.
      const message = `span ${span_id} went away while its trace was read`;
      throw new AppError('CLICKHOUSE_UNAVAILABLE', message, { retryable: true });
    }
    return span;
  });
}

import type { RunStatement } from '../connection/run-statement.js';
import type { PageStream, SpanSelection, SummaryNode, TraceToSummarize } from '../trace-reader.js';
import { groupByRows } from '../traces/open-traces.js';
import { readSummaryNodes } from '../traces/summary-nodes.js';
import { rowsOf } from '../traces/trace-extents.js';
import { countAnnotations } from './count-annotations.js';
import { streamRanked } from './list-traces.js';
import type { ListRead } from './project-reaches.js';
import type { RankedTrace, TraceWalkStart } from './rank-traces.js';
import { decodeSpanData, type SpanData, selectSpanData } from './select-span-data.js';

/** If the inputs and outputs of a group exceed this size, the group is read in halves. */
const MAX_DATA_BYTES = 8 * 1024 * 1024;

/** Streams the data of the summaries of the selected traces, by rank. */
export function streamSummaries(
  read: ListRead,
  start: TraceWalkStart,
): PageStream<TraceToSummarize> {
  return streamRanked(read, start, ({ run }, ranked) => openSummaries(run, start, ranked));
}

interface CountedTrace extends Omit<TraceToSummarize, 'inputs' | 'outputs'> {
  readonly extent: RankedTrace['extent'];
  readonly root: SummaryNode | undefined;
}

async function* openSummaries(
  run: RunStatement,
  { selection }: TraceWalkStart,
  ranked: readonly RankedTrace[],
): AsyncGenerator<readonly TraceToSummarize[]> {
  if (ranked.length === 0) {
    return;
  }
  const ids = ranked.map(({ trace_id }) => trace_id);
  const annotations = await countAnnotations(run, selection.project_id, ids);
  for (const group of groupByRows(ranked.map(withRowCount))) {
    const nodes = await readSummaryNodes(
      run,
      selection,
      group.map(({ extent }) => extent),
    );
    const counted = group.flatMap(({ trace_id, rank, extent }) => {
      const found = nodes.get(trace_id);
      return found === undefined
        ? []
        : [
            {
              trace_id,
              rank,
              extent,
              nodes: found,
              root: found.find(({ parent_id }) => parent_id === undefined),
              annotations: annotations.get(trace_id) ?? 0,
            },
          ];
    });
    yield* withData(run, selection, counted);
  }
}

function withRowCount(trace: RankedTrace) {
  return { ...trace, rowCount: trace.extent.rowCount };
}

/** Adds the inputs and outputs of the roots, in portions that fit into memory. */
async function* withData(
  run: RunStatement,
  selection: SpanSelection,
  traces: readonly CountedTrace[],
): AsyncGenerator<readonly TraceToSummarize[]> {
  const pending = [traces];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    const data = await readData(run, selection, part);
    if (data === undefined) {
      const middle = Math.ceil(part.length / 2);
      pending.push(part.slice(middle), part.slice(0, middle));
    } else if (part.length > 0) {
      yield part.map((trace) => toSummarize(trace, data));
    }
  }
}

function toSummarize(
  { extent: _, root, ...trace }: CountedTrace,
  data: ReadonlyMap<string, SpanData>,
): TraceToSummarize {
  const [inputs, outputs] = data.get(`${trace.trace_id}${root?.span_id}`) ?? [];
  return { ...trace, inputs: inputs || undefined, outputs: outputs || undefined };
}

/** Reads the data of the roots; resolves with undefined if the group must be read in halves. */
async function readData(
  run: RunStatement,
  { project_id }: SpanSelection,
  traces: readonly CountedTrace[],
): Promise<ReadonlyMap<string, SpanData> | undefined> {
  const roots = traces.flatMap(({ root, extent }) =>
    root === undefined ? [] : [{ root, extent }],
  );
  if (roots.length === 0) {
    return new Map();
  }
  const span_ids = [...new Set(roots.map(({ root }) => root.span_id))];
  // Only the root's position, because other spans of the trace may be elsewhere.
  const extents = roots.map(({ root: { start_time }, extent }) => ({
    ...extent,
    from: start_time,
    to: start_time,
  }));
  const maxBytes = roots.length > 1 ? MAX_DATA_BYTES : Number.POSITIVE_INFINITY;
  const answer = await run(selectSpanData({ project_id, span_ids, ...rowsOf(extents) }), maxBytes);
  return answer.length < maxBytes ? decodeSpanData(answer) : undefined;
}

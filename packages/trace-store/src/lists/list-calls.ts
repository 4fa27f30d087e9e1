import type { RunStatement } from '../connection/run-statement.js';
import type { PageStream, TraceCalls } from '../trace-reader.js';
import { readCallNodes } from '../traces/call-nodes.js';
import { groupByRows } from '../traces/open-traces.js';
import { streamRanked } from './list-traces.js';
import type { ListRead } from './project-reaches.js';
import type { RankedTrace, TraceWalkStart } from './rank-traces.js';

/** Streams the calls of the traces of a selection, by rank. */
export function streamCalls(read: ListRead, start: TraceWalkStart): PageStream<TraceCalls> {
  const { project_id } = start.selection;
  return streamRanked(read, start, ({ run }, ranked) => openCalls(run, project_id, ranked));
}

async function* openCalls(
  run: RunStatement,
  projectId: string,
  ranked: readonly RankedTrace[],
): AsyncGenerator<readonly TraceCalls[]> {
  const traces = ranked.map((trace) => ({ ...trace, rowCount: trace.extent.rowCount }));
  for (const group of groupByRows(traces)) {
    const extents = group.map(({ extent }) => extent);
    const found = await readCallNodes(run, projectId, extents);
    const calls = group.flatMap(({ trace_id, rank }) => {
      const nodes = found.get(trace_id);
      return nodes === undefined ? [] : [{ trace_id, rank, nodes }];
    });
    if (calls.length > 0) {
      yield calls;
    }
  }
}

import { openTraces } from './open-traces.js';
import type { RankedTrace, TraceWalkStart } from './rank-traces.js';
import { walkRanks } from './rank-walk.js';
import type { RunStatement } from './run-statement.js';
import type { PageStream, RankedWholeTrace } from './trace-reader.js';

/** A list without end is opened in lots of so many traces. */
const LOT_TRACES = 200;

export async function* streamTraces(
  run: RunStatement,
  start: TraceWalkStart,
): PageStream<RankedWholeTrace> {
  const { project_id, limit } = start.selection;
  let left = limit;
  for await (const ranked of walkLots(run, start)) {
    yield* openRanked(run, project_id, ranked.slice(0, left));
    if (ranked.length > left) {
      return true;
    }
    left -= ranked.length;
  }
  return false;
}

/** A page is one lot, and what decides whether there is more. */
async function* walkLots(
  run: RunStatement,
  start: TraceWalkStart,
): AsyncGenerator<readonly RankedTrace[]> {
  const { limit } = start.selection;
  const size = limit < Number.MAX_SAFE_INTEGER ? limit + 1 : LOT_TRACES;
  let lot: RankedTrace[] = [];
  for await (const ranked of walkRanks(run, start)) {
    lot = [...lot, ...ranked];
    if (lot.length >= size) {
      yield lot;
      lot = [];
    }
  }
  yield lot;
}

async function* openRanked(
  run: RunStatement,
  projectId: string,
  ranked: readonly RankedTrace[],
): AsyncGenerator<readonly RankedWholeTrace[]> {
  const ranks = new Map(ranked.map(({ trace_id, rank }) => [trace_id, rank]));
  const extents = ranked.map(({ extent }) => extent);
  for await (const traces of openTraces(run, projectId, extents)) {
    yield traces.map((trace) => ({ ...trace, rank: ranks.get(trace.trace_id) ?? 0n }));
  }
}

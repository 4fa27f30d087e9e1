import { HttpProblem } from '@spanhouse/api-kit';
import type { TraceReader } from '@spanhouse/trace-store/reader';

/** The end of an id, in hex digits, that clients with short ids know. */
const SHORT_ID = 16;
/** The most traces that are shown for one answer. */
const MAX_TRACES = 10_000;

/** Tells which traces this dialect shows as one. */
export interface TraceGroups {
  /** The name of the group of a trace. */
  readonly groupOf: (traceId: string) => string;
  /** Resolves with the ids of all traces of the same groups, group by group, in the order of the given ids. */
  readonly expand: (
    traceIds: readonly string[],
    store: {
      readonly project_id: string;
      readonly reader: TraceReader;
      readonly signal: AbortSignal;
    },
  ) => Promise<readonly string[]>;
}

/** Every trace is a group of its own. */
export const strictGroups: TraceGroups = {
  groupOf: (traceId) => traceId,
  expand: (traceIds) => Promise.resolve(traceIds),
};

/** Traces whose ids have the same last 16 digits are one group, for systems that move from 64 to 128 bits. */
export const looseGroups: TraceGroups = {
  groupOf: shortId,
  async expand(traceIds, { project_id, reader, signal }) {
    const suffixes = [...new Set(traceIds.map(shortId))];
    if (suffixes.length === 0) {
      return [];
    }
    const limit = MAX_TRACES + 1;
    const stored = await reader.findTraceIds({ project_id, suffixes, limit }, signal);
    if (stored.length > MAX_TRACES) {
      const detail = `More than ${MAX_TRACES} traces have these ids in their last 16 digits.`;
      throw new HttpProblem(422, { detail });
    }
    const bySuffix = Map.groupBy(stored, shortId);
    return suffixes.flatMap((suffix) => bySuffix.get(suffix) ?? []);
  },
};

function shortId(traceId: string): string {
  return traceId.slice(-SHORT_ID);
}

import { HttpProblem } from '@spanhouse/api-kit';
import type { TraceReader } from '@spanhouse/trace-store/reader';

/** Number of hex digits in a short trace id. */
const SHORT_ID = 16;
/** Maximum number of traces in an answer. */
const MAX_TRACES = 10_000;

/** Groups of stored traces. The Zipkin dialect shows each group as one trace. */
export interface TraceGroups {
  /** Returns the name of the group that a trace belongs to. */
  readonly groupOf: (traceId: string) => string;
  /** Resolves with the ids of all traces in the groups of the given ids, in the order of these ids. */
  readonly expand: (
    traceIds: readonly string[],
    context: {
      readonly principal: { readonly project_id: string };
      readonly reader: TraceReader;
      readonly signal: AbortSignal;
    },
  ) => Promise<readonly string[]>;
}

/** Puts every trace into a separate group. */
export const strictGroups: TraceGroups = {
  groupOf: (traceId) => traceId,
  expand: (traceIds) => Promise.resolve(traceIds),
};

/** Groups traces by the last 16 digits of their ids, for systems that are migrating from 64-bit to 128-bit ids. */
export const looseGroups: TraceGroups = {
  groupOf: shortId,
  async expand(traceIds, { principal, reader, signal }) {
    const suffixes = [...new Set(traceIds.map(shortId))];
    if (suffixes.length === 0) {
      return [];
    }
    const limit = MAX_TRACES + 1;
    const { project_id } = principal;
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

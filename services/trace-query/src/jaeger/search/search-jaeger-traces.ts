import {
  conditionsOf,
  type JaegerQuery,
  type SpanConditions,
} from '@spanhouse/span-dialects/jaeger';
import { structureOf } from '@spanhouse/span-dialects/spans';
import type { RankedWholeTrace, SpanPart, TracePosition } from '@spanhouse/trace-store/reader';
import { newestFirst } from '../../front-doors/newest-first.js';
import type { TimeWindow } from '../../front-doors/stored-times.js';
import { toDialectSpan } from '../../front-doors/to-dialect-span.js';
import { type OpenStore, selectWindow, walkTraces } from '../../front-doors/walk-traces.js';

/** A search for traces with at least one span that satisfies all conditions and starts in the window. */
export interface JaegerSearch {
  readonly query: JaegerQuery;
  readonly window: TimeWindow;
  /** Maximum number of traces. */
  readonly limit: number;
}

/**
 * Finds the ids of the newest matching traces, in descending order of (latest start of a matching span, trace_id). The
 * store ranks traces by all spans that may match, so it never ranks a trace below its final position.
 */
export async function searchTraces(
  { query, window, limit }: JaegerSearch,
  store: OpenStore,
): Promise<readonly string[]> {
  if (window.oldest >= window.newest) {
    return [];
  }
  const conditions = conditionsOf(query);
  const selection = selectWindow(window, store, {
    limit,
    filter: conditions.preselection,
    unread: unreadFor(conditions),
  });
  let found: TracePosition[] = [];
  for await (const trace of walkTraces({ ...store, selection })) {
    const last = found[limit - 1];
    if (last !== undefined && last.rank > trace.rank) {
      break;
    }
    const rank = conditions.isExact ? trace.rank : await latestStart(trace, { conditions, window });
    if (rank !== undefined) {
      found = [...found, { trace_id: trace.trace_id, rank }].sort(newestFirst).slice(0, limit);
    }
    if (conditions.isExact && found.length === limit) {
      break;
    }
  }
  return found.map(({ trace_id }) => trace_id);
}

function unreadFor({ isExact, readsAttributes }: SpanConditions): readonly SpanPart[] {
  if (isExact) {
    return ['attributes', 'packed'];
  }
  return readsAttributes ? [] : ['attributes'];
}

/** Resolves with the latest start of the matching spans in the window. */
async function latestStart(
  { nodes, read }: RankedWholeTrace,
  { conditions, window }: { readonly conditions: SpanConditions; readonly window: TimeWindow },
): Promise<bigint | undefined> {
  const { cyclic } = structureOf(nodes);
  const positions = [...nodes.entries()]
    .filter(([, { start_time }]) => window.oldest <= start_time && start_time < window.newest)
    .map(([position]) => position)
    .reverse();
  let index = 0;
  for await (const spans of read(positions)) {
    for (const span of spans) {
      if (conditions.holds(toDialectSpan(span), cyclic.has(positions[index] ?? -1))) {
        return span.start_time;
      }
      index += 1;
    }
  }
  return undefined;
}

import { structureOf } from '@spanhouse/span-dialects/spans';
import {
  conditionsOf,
  OpenConditions,
  toZipkinSpan,
  type ZipkinCondition,
  type ZipkinQuery,
} from '@spanhouse/span-dialects/zipkin';
import type { SpanPart, TracePosition, WholeTrace } from '@spanhouse/trace-store/reader';
import { newestFirst } from '../front-doors/newest-first.js';
import type { TimeWindow } from '../front-doors/stored-times.js';
import { type OpenStore, selectWindow, walkTraces } from '../front-doors/walk-traces.js';
import { spansOfTrace } from '../front-doors/write-traces.js';
import type { TraceGroups } from './trace-groups.js';

/**
 * Finds the newest traces whose spans satisfy the conditions of a query, sorted by (time, trace_id).
 *
 * A walk reads the window's spans, newest first. If the time of a trace is in the window, one of the trace's spans
 * starts at this time, so the walk has found the trace when it passes this span. The walk ends when all remaining
 * traces are older than the traces that were found.
 */
export async function searchTraces(
  query: ZipkinQuery,
  { window, limit }: { readonly window: TimeWindow; readonly limit: number },
  store: OpenStore & { readonly groups: TraceGroups },
): Promise<readonly string[]> {
  const conditions = conditionsOf(query);
  const selection = selectWindow(window, store, {
    limit,
    unread: unreadFor(query),
    traceHints: conditions.flatMap(({ preselection }) =>
      preselection === undefined ? [] : [{ kind: 'filter', filter: preselection }],
    ),
  });
  // The rank of a found trace is the start of its root or, without a root, of its earliest span.
  let found: readonly TracePosition[] = [];
  for await (const trace of walkTraces({ ...store, selection })) {
    const last = found[limit - 1];
    if (last !== undefined && last.rank > trace.rank) {
      break;
    }
    const { time } = structureOf(trace.nodes);
    const isInTime = window.oldest <= time && time < window.newest;
    if (isInTime && (await satisfies(trace, conditions))) {
      const inOrder = [...found, { trace_id: trace.trace_id, rank: time }].sort(newestFirst);
      found = firstOfGroups(inOrder, store.groups).slice(0, limit);
    }
  }
  return found.map(({ trace_id }) => trace_id);
}

function unreadFor(query: ZipkinQuery): readonly SpanPart[] {
  const { serviceName, remoteServiceName, spanName, annotations, duration } = query;
  if (annotations.size > 0 || remoteServiceName !== undefined) {
    return [];
  }
  const needsSpans = (serviceName ?? spanName ?? duration) !== undefined;
  return needsSpans ? ['attributes'] : ['attributes', 'packed'];
}

async function satisfies(
  trace: WholeTrace,
  conditions: readonly ZipkinCondition[],
): Promise<boolean> {
  const open = new OpenConditions(conditions);
  if (open.areMet) {
    return true;
  }
  for await (const { span } of spansOfTrace(trace)) {
    open.see({ stored: span, shown: toZipkinSpan(span, false) });
    if (open.areMet) {
      return true;
    }
  }
  return false;
}

function firstOfGroups(
  found: readonly TracePosition[],
  { groupOf }: TraceGroups,
): readonly TracePosition[] {
  const groups = new Set<string>();
  return found.filter(({ trace_id }) => {
    const { size } = groups;
    return groups.add(groupOf(trace_id)).size > size;
  });
}

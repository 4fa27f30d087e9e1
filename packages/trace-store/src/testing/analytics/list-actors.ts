import { type CanonicalSpan, compareCodePoints, isJsonObject } from '@spanhouse/span-schema';
import { earlier, later } from '../../selection/time-ranges.js';
import type { ActorPosition, ActorSelection, ActorSummary } from '../../trace-analytics.js';
import { compareValues, inOrder, selectRows } from '../select-rows.js';
import { byTrace, type MeasuredRow, sum, totalsOf } from './trace-entries.js';

type Actor = ActorPosition & { readonly summary: ActorSummary | undefined };

/** Lists all selected actors in order. The summaries count the traces in `whole`. */
export function listActors(
  rows: readonly MeasuredRow[],
  whole: readonly MeasuredRow[],
  selection: ActorSelection,
): readonly Actor[] {
  const { actor, isLatest, order, withSummaries } = selection;
  const selected = selectRows(rows, selection).filter(
    ({ source }) => idOf(source, actor) !== undefined,
  );
  const groups = Map.groupBy(selected, ({ source }) => idOf(source, actor) ?? '');
  const actors = [...groups].map(([id, members]) => {
    const time = members.map(({ source }) => source.start_time).reduce(isLatest ? later : earlier);
    const traceIds = new Set(members.map(({ source }) => source.trace_id));
    const traces = byTrace(whole.filter(({ source }) => traceIds.has(source.trace_id)));
    return { id, time, summary: withSummaries ? summarize(traces) : undefined };
  });
  return actors.toSorted(inOrder(order, compareActors));
}

export function compareActors(left: ActorPosition, right: ActorPosition): number {
  return compareValues(left.time, right.time) || compareCodePoints(left.id, right.id);
}

function idOf({ attributes }: CanonicalSpan, actor: 'session' | 'user'): string | undefined {
  const ag = attributes['ag'];
  const group = isJsonObject(ag) ? ag[actor] : undefined;
  const id = isJsonObject(group) ? group['id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

function summarize(traces: readonly (readonly MeasuredRow[])[]): ActorSummary {
  const spans = traces.flat().map(({ source }) => source);
  const totals = traces.map(totalsOf);
  const group = (name: 'tokens' | 'costs') => {
    const total = (count: string) => sum(totals.map((trace) => trace[name][count] ?? 0));
    return { prompt: total('prompt'), completion: total('completion'), total: total('total') };
  };
  return {
    traces: traces.length,
    firstTime: spans.map(({ start_time }) => start_time).reduce(earlier),
    lastTime: spans.map(({ end_time }) => end_time).reduce(later),
    tokens: group('tokens'),
    costs: group('costs'),
    errors: sum(totals.map(({ errors }) => errors ?? 0)),
  };
}

import { useMemo } from 'react';
import { type Outline, type RowTree, STATUS_ERROR } from './outline/outline.js';
import { rowTree } from './outline/row-tree.js';
import { useTimeAxis } from './waterfall/time-axis.js';
import { useTraceTask } from './workers/use-trace-task.js';

/** Data from which the rows of a waterfall are drawn. */
export type TraceModel = ReturnType<typeof useTraceModel>;

/** Returns the data for a waterfall. The data depends neither on the selection nor on folded rows. */
export function useTraceModel(outline: Outline, isPathShown: boolean) {
  const time = useTimeAxis(outline);
  const computed = useTraceTask('tracePath', isPathShown ? outline : undefined);
  /** The critical path; undefined while it is hidden or not computed yet. */
  const path = isPathShown ? computed : undefined;
  /** Numbers of the roots, starting at 1; empty if the trace has a single root. */
  const roots = useMemo(() => numberRoots(outline), [outline]);
  return useMemo(() => ({ outline, ...time, path, roots }), [outline, time, path, roots]);
}

/** The user's choice of spans to show. */
export interface ShownChoice {
  /** True to show only roots, failures, and the spans of agents, tools and models. */
  readonly isKeyOnly: boolean;
  /** Spans to show, together with their ancestors; undefined to show all spans. */
  readonly onlyMatches: readonly number[] | undefined;
  readonly selected: number;
}

/** Returns the rows for the spans that are shown. The selected span is always included. */
export function useRowTree(outline: Outline, choice: ShownChoice): RowTree {
  const { isKeyOnly, onlyMatches, selected } = choice;
  const wanted = useMemo(() => {
    if (!isKeyOnly && onlyMatches === undefined) {
      return undefined;
    }
    const isShown = isKeyOnly ? keySpansOf(outline) : new Uint8Array(outline.count).fill(1);
    const isMatch = onlyMatches && withAncestors(outline, onlyMatches);
    return isMatch === undefined
      ? isShown
      : isShown.map((is, at) => Math.min(is, isMatch[at] ?? 0));
  }, [outline, isKeyOnly, onlyMatches]);
  // The tree depends on the selection only if the selected span would otherwise be hidden.
  const added = wanted?.[selected] === 0 ? selected : undefined;
  return useMemo(() => {
    if (wanted === undefined) {
      return outline.rows;
    }
    const isShown = added === undefined ? wanted : wanted.with(added, 1);
    return rowTree(outline, isShown);
  }, [outline, wanted, added]);
}

/** Numbers the spans without a parent. Returns an empty result if the trace has a single root. */
export function numberRoots({
  parent,
  orphans,
  cycles,
}: Pick<Outline, 'parent' | 'orphans' | 'cycles'>): ReadonlyMap<number, number> {
  const roots = new Map<number, number>();
  for (let at = 0; at < parent.length; at++) {
    if ((parent[at] ?? -1) < 0 && !orphans.has(at) && !cycles.has(at)) {
      roots.set(at, roots.size + 1);
    }
  }
  return roots.size > 1 ? roots : new Map();
}

/** Span types that represent actions of an agent. Spans of other types only wrap such actions. */
const keyTypes = new Set('agent tool query llm chat completion embedding rerank'.split(' '));

/** Marks roots, failed spans, and the spans of agents, tools and models with 1. */
export function keySpansOf({ parent, status, type, texts }: Outline): Uint8Array {
  const isKeyText = texts.map((text) => keyTypes.has(text));
  return Uint8Array.from(parent, (above, at) => {
    const isFailed = status[at] === STATUS_ERROR;
    return above < 0 || isFailed || isKeyText[type[at] ?? -1] === true ? 1 : 0;
  });
}

/** Marks the given spans and all of their ancestors with 1. */
export function withAncestors(
  { parent, count }: Pick<Outline, 'parent' | 'count'>,
  spans: Iterable<number>,
): Uint8Array {
  const marked = new Uint8Array(count);
  for (const span of spans) {
    for (let at = span; at >= 0 && marked[at] === 0; at = parent[at] ?? -1) {
      marked[at] = 1;
    }
  }
  return marked;
}

import { useMemo } from 'react';
import type { Outline } from './outline/outline.js';
import { rowTree } from './outline/row-tree.js';
import { keySpansOf, withAncestors } from './outline/shown-spans.js';
import type { RowTree } from './outline/tree-shape.js';
import type { TracePath } from './trace-path.js';
import type { PlacedSpans, TimeAxis } from './waterfall/time-axis.js';
import { useTimeAxis } from './waterfall/use-time-axis.js';
import { useTraceTask } from './workers/use-trace-task.js';

/** What the rows of a waterfall are drawn from. */
export interface TraceModel {
  readonly outline: Outline;
  readonly axis: TimeAxis;
  readonly spans: PlacedSpans;
  /** The time in which no span runs, in ns; undefined where it is less than half of the trace. */
  readonly idle: number | undefined;
  /** Undefined while the path is not shown, or not computed yet. */
  readonly path: TracePath | undefined;
  /** The numbers of the roots, from 1; empty for a trace with one root. */
  readonly roots: ReadonlyMap<number, number>;
}

/** Returns what does not depend on what is selected or folded. */
export function useTraceModel(outline: Outline, isPathShown: boolean): TraceModel {
  const { axis, spans, idle } = useTimeAxis(outline);
  const computed = useTraceTask('tracePath', isPathShown ? outline : undefined);
  const path = isPathShown ? computed : undefined;
  const roots = useMemo(() => numberRoots(outline), [outline]);
  return useMemo(
    () => ({ outline, axis, spans, idle, path, roots }),
    [outline, axis, spans, idle, path, roots],
  );
}

/** Which spans a person wants to see. */
export interface ShownChoice {
  /** Only roots, failures, and the spans of agents, tools and models. */
  readonly isKeyOnly: boolean;
  /** Only these and their ancestors; undefined for all. */
  readonly onlyMatches: readonly number[] | undefined;
  readonly selected: number;
}

/** Returns the rows of the spans that are shown. The selected span always is. */
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
  // The selection changes the tree only where it is left out otherwise.
  const added = wanted?.[selected] === 0 ? selected : undefined;
  return useMemo(() => {
    if (wanted === undefined) {
      return outline.rows;
    }
    const isShown = added === undefined ? wanted : wanted.with(added, 1);
    return rowTree(outline, isShown);
  }, [outline, wanted, added]);
}

/** Numbers the spans without a parent. A trace normally has one, which needs no number. */
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

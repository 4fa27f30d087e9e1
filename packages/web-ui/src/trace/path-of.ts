import { criticalPath, type PathSection } from '@spanhouse/trace-insight/critical-path';
import type { Outline } from '../outline/outline.js';

/** The critical path of a trace by span. */
export interface TracePath {
  /** The sections of the span at a position lie from `first[at]` up to `first[at + 1]`. */
  readonly first: Int32Array;
  /** ns from the start of the trace. */
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** The time that each span has on the path, in ns. */
  readonly time: Float64Array;
}

/** A stretch of time, in ns from the start of the trace. */
export interface LaneSection {
  readonly from: number;
  readonly to: number;
}

/** Sections that are closer than this share of the trace are drawn as one. */
const SHOWN_PARTS = 1000;

/** Computes the critical path, and joins sections of a span that its lane cannot show apart. */
export function pathOf(tree: Pick<Outline, 'parent' | 'start' | 'duration' | 'length'>): TracePath {
  return bySpan(criticalPath(tree), { count: tree.parent.length, length: tree.length });
}

/** Groups the sections of a path by span. */
export function bySpan(
  path: readonly PathSection[],
  { count, length }: { readonly count: number; readonly length: number },
): TracePath {
  const time = new Float64Array(count);
  const sections = new Map<number, LaneSection[]>();
  for (const { span, from, to } of path) {
    time[span] = (time[span] ?? 0) + to - from;
    const ofSpan = sections.get(span) ?? [];
    const last = ofSpan.at(-1);
    if (last !== undefined && from - last.to < length / SHOWN_PARTS) {
      ofSpan[ofSpan.length - 1] = { from: last.from, to };
    } else {
      ofSpan.push({ from, to });
    }
    sections.set(span, ofSpan);
  }
  const first = new Int32Array(count + 1);
  for (let at = 0; at < count; at++) {
    first[at + 1] = (first[at] ?? 0) + (sections.get(at)?.length ?? 0);
  }
  const inOrder = [...sections.keys()].sort((one, other) => one - other);
  const all = inOrder.flatMap((span) => sections.get(span) ?? []);
  return {
    first,
    from: Float64Array.from(all, ({ from }) => from),
    to: Float64Array.from(all, ({ to }) => to),
    time,
  };
}

/** Returns the sections of a span, in order of time. */
export function sectionsOf({ first, from, to }: TracePath, at: number): readonly LaneSection[] {
  const sections: LaneSection[] = [];
  for (let section = first[at] ?? 0; section < (first[at + 1] ?? 0); section++) {
    sections.push({ from: from[section] ?? 0, to: to[section] ?? 0 });
  }
  return sections;
}

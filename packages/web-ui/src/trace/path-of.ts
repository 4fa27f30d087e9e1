import type { PathSection } from '@spanhouse/trace-insight/critical-path';

/** A stretch of time, in ns from the start of the trace. */
export interface LaneSection {
  readonly from: number;
  readonly to: number;
}

/** Sections that are closer than this share of the lane are drawn as one. */
const SHOWN_PARTS = 1000;

/** Groups the sections of the path by span, and joins those that a lane of `length` ns cannot show apart. */
export function sectionsBySpan(
  path: readonly PathSection[],
  length: number,
): ReadonlyMap<number, readonly LaneSection[]> {
  const bySpan = new Map<number, LaneSection[]>();
  for (const { span, from, to } of path) {
    const sections = bySpan.get(span) ?? [];
    const last = sections.at(-1);
    if (last !== undefined && from - last.to < length / SHOWN_PARTS) {
      sections[sections.length - 1] = { from: last.from, to };
    } else {
      sections.push({ from, to });
    }
    bySpan.set(span, sections);
  }
  return bySpan;
}

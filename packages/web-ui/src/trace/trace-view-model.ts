import { criticalPath } from '@spanhouse/trace-insight/critical-path';
import { selfTimes } from '@spanhouse/trace-insight/self-time';
import type { Outline } from '../outline/outline.js';
import { shapeOf, type TreeShape } from '../outline/tree-shape.js';
import { type LaneSection, sectionsBySpan } from './lane-sections.js';
import { lengthOf } from './trace-header.js';

/** What the rows of a waterfall are drawn from. */
export interface TraceModel {
  readonly outline: Outline;
  readonly shape: TreeShape;
  /** From the earliest start to the latest end, in ns. */
  readonly length: number;
  /** The time that each span spent itself, in ns. */
  readonly self: Float64Array;
  /** The critical path by span; undefined while it is not shown. */
  readonly path: ReadonlyMap<number, readonly LaneSection[]> | undefined;
}

/** Computes what does not depend on what is selected or folded. */
export function modelOf(outline: Outline, isPathShown: boolean): TraceModel {
  const length = lengthOf(outline);
  return {
    outline,
    shape: shapeOf(outline),
    length,
    self: selfTimes(outline),
    path: isPathShown ? sectionsBySpan(criticalPath(outline), length) : undefined,
  };
}

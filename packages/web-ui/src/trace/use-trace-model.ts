import { criticalPath } from '@spanhouse/trace-insight/critical-path';
import { selfTimes } from '@spanhouse/trace-insight/self-time';
import type { Outline } from '../outline/outline.js';
import { keySpansOf, type ShownTree, shownTree, withAncestors } from '../outline/shown-spans.js';
import { type LaneSection, sectionsBySpan } from './lane-sections.js';
import { lengthOf } from './trace-header.js';

/** What the rows of a waterfall are drawn from. */
export interface TraceModel {
  readonly outline: Outline;
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
    length,
    self: selfTimes(outline),
    path: isPathShown ? sectionsBySpan(criticalPath(outline), length) : undefined,
  };
}

/** Which spans a person wants to see. */
export interface ShownChoice {
  /** Only roots, failures, and the spans of agents, tools and models. */
  readonly isKeyOnly: boolean;
  /** Only these and their ancestors; undefined for all. */
  readonly onlyMatches: readonly number[] | undefined;
  readonly selected: number;
}

/** Returns the tree of the spans that are shown. The selected span always is. */
export function treeOf(outline: Outline, choice: ShownChoice): ShownTree {
  const { isKeyOnly, onlyMatches, selected } = choice;
  const isShown = isKeyOnly ? keySpansOf(outline) : new Uint8Array(outline.count).fill(1);
  if (onlyMatches !== undefined) {
    const isMatch = withAncestors(outline, onlyMatches);
    for (const [at, match] of isMatch.entries()) {
      isShown[at] = Math.min(isShown[at] ?? 0, match);
    }
  }
  isShown[selected] = 1;
  return shownTree(outline, isShown);
}

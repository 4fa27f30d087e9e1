import { childrenOf, type Groups, numberAt, type TimedTree } from './timed-tree.js';

/**
 * Sections of a critical path, with one array per column. A section is an interval in nanoseconds. During a section,
 * the root could not end because the section's span itself was running.
 */
export interface PathSections {
  /** The position of each section's span. */
  readonly span: Int32Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/**
 * Returns the critical path: the chain of spans on which the end of each root depended. The walk starts at the end of a
 * span and goes back in time, from each child to the previous child that finished before it. If a child begins before
 * its parent or outlives it, only the overlap counts. The sections are disjoint and ordered by time within each root.
 * Their lengths add up exactly to the root's duration. The walk is iterative, because a chain may contain every span of
 * the trace.
 */
export function criticalPath(tree: TimedTree): PathSections {
  const walk = new PathWalk(tree);
  for (let root = tree.parent.length - 1; root >= 0; root--) {
    if (numberAt(tree.parent, root) < 0) {
      walk.addRoot(root);
    }
  }
  return walk.sections();
}

/**
 * Divides each span's time into sections, starting from its end. Sections are stored in arrays, because allocating an
 * object for each one would take most of the time.
 */
class PathWalk {
  readonly #tree: TimedTree;
  readonly #children: Groups;
  /** The next unvisited child of each span. */
  readonly #next: Int32Array;
  /** The start and end of each span, clipped to its parent. The time after `#end` is already divided into sections. */
  readonly #from: Float64Array;
  readonly #to: Float64Array;
  readonly #end: Float64Array;
  /** The sections of the path. A span has at most one section more than it has children on the path. */
  readonly #sections: PathSections;
  /** The index of the first section stored so far. The walk finds sections from last to first. */
  #first: number;

  constructor(tree: TimedTree) {
    const count = tree.parent.length;
    this.#tree = tree;
    this.#children = byEnd(tree);
    this.#next = this.#children.first.slice(1);
    this.#from = new Float64Array(count);
    this.#to = new Float64Array(count);
    this.#end = new Float64Array(count);
    this.#first = 2 * count;
    this.#sections = {
      span: new Int32Array(2 * count),
      from: new Float64Array(2 * count),
      to: new Float64Array(2 * count),
    };
  }

  sections(): PathSections {
    const { span, from, to } = this.#sections;
    const first = this.#first;
    return { span: span.subarray(first), from: from.subarray(first), to: to.subarray(first) };
  }

  /** Adds the sections of a root's critical path. */
  addRoot(root: number): void {
    const { parent, start, duration } = this.#tree;
    const from = numberAt(start, root);
    this.#open(root, from, from + numberAt(duration, root));
    for (let span = root; span >= 0; ) {
      const child = this.#takeChild(span);
      if (child < 0) {
        this.#add(span, numberAt(this.#from, span), numberAt(this.#end, span));
        span = numberAt(parent, span);
      } else {
        this.#add(span, numberAt(this.#to, child), numberAt(this.#end, span));
        this.#end[span] = numberAt(this.#from, child);
        span = child;
      }
    }
  }

  #open(span: number, from: number, to: number): void {
    this.#from[span] = from;
    this.#to[span] = to;
    this.#end[span] = to;
  }

  #add(span: number, from: number, to: number): void {
    if (to > from) {
      this.#first -= 1;
      this.#sections.span[this.#first] = span;
      this.#sections.from[this.#first] = from;
      this.#sections.to[this.#first] = to;
    }
  }

  /**
   * Returns the child on which the rest of a span's time depended, and prepares it for the walk; -1 if no child
   * remains. The child's times are clipped to those of the span.
   */
  #takeChild(span: number): number {
    const { start, duration } = this.#tree;
    const from = numberAt(this.#from, span);
    const to = numberAt(this.#to, span);
    const end = numberAt(this.#end, span);
    const last = numberAt(this.#children.first, span + 2);
    for (let at = numberAt(this.#next, span); at < last && end > from; at++) {
      const child = numberAt(this.#children.positions, at);
      const childStart = numberAt(start, child);
      const childFrom = Math.max(from, childStart);
      const childTo = Math.min(to, childStart + numberAt(duration, child));
      if (childTo <= end && childTo > childFrom) {
        this.#next[span] = at + 1;
        this.#open(child, childFrom, childTo);
        return child;
      }
    }
    this.#next[span] = last;
    return -1;
  }
}

/** Returns the children of each span, ordered by end. The child that ends last comes first. */
function byEnd({ parent, start, duration }: TimedTree): Groups {
  const { first, positions } = childrenOf(parent);
  const end = start.map((from, at) => from + numberAt(duration, at));
  for (let at = 0; at + 1 < first.length; at++) {
    const from = numberAt(first, at);
    const to = numberAt(first, at + 1);
    if (to - from < 2) {
      continue; // Most spans have no children.
    }
    const siblings = positions.subarray(from, to);
    if (follow(siblings, end)) {
      siblings.reverse();
    } else {
      siblings.sort((a, b) => numberAt(end, b) - numberAt(end, a) || a - b);
    }
  }
  return { first, positions };
}

/**
 * Returns true if each sibling ends after the previous one. This is the usual case; checking for it avoids a sort,
 * which would take most of the walk's time.
 */
function follow(siblings: Int32Array, end: Float64Array): boolean {
  for (let at = 1; at < siblings.length; at++) {
    if (numberAt(end, numberAt(siblings, at)) <= numberAt(end, numberAt(siblings, at - 1))) {
      return false;
    }
  }
  return true;
}

import { type Children, childrenOf, numberAt, type TimedTree } from './timed-tree.js';

/** A stretch of time, in ns, in which the end of a root waited for a span itself. */
export interface PathSection {
  /** The position of the span. */
  readonly span: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the critical path: for each root, the chain of spans that its end waited for. It is found by
 * walking back in time from the end of a span to the child that finished last before, and so on. Children
 * that begin before or outlive their parent are clipped to it.
 *
 * The sections are disjoint and ordered by time within each root; their lengths add up to the duration of
 * the root, to the nanosecond. It takes no recursion, because a chain may be as long as the trace.
 */
export function criticalPath(tree: TimedTree): readonly PathSection[] {
  const children = byEnd(tree);
  const sections: PathSection[] = [];
  for (let root = tree.parent.length - 1; root >= 0; root--) {
    if (numberAt(tree.parent, root) < 0) {
      addPath(sections, root, { tree, children });
    }
  }
  return sections.reverse();
}

/** A stretch of time of a span that is being divided from its end. */
interface Stretch {
  readonly span: number;
  readonly from: number;
  readonly to: number;
  /** What lies after this moment is divided. */
  end: number;
  /** The next child to look at. */
  next: number;
}

interface WalkedTree {
  readonly tree: TimedTree;
  readonly children: Children;
}

/** Adds the sections of a root from its end to its start: in that order the walk finds them. */
function addPath(sections: PathSection[], root: number, walked: WalkedTree): void {
  const { tree, children } = walked;
  const stretch = (span: number, from: number, to: number): Stretch => {
    return { span, from, to, end: to, next: numberAt(children.first, span + 1) };
  };
  const start = numberAt(tree.start, root);
  const open = [stretch(root, start, start + numberAt(tree.duration, root))];
  for (let current = open.at(-1); current !== undefined; current = open.at(-1)) {
    const { span, from, end } = current;
    const child = takeChild(current, walked);
    const section = { span, from: child?.to ?? from, to: end };
    if (section.to > section.from) {
      sections.push(section);
    }
    if (child === undefined) {
      open.pop();
    } else {
      current.end = child.from;
      open.push(stretch(child.span, child.from, child.to));
    }
  }
}

/** Returns the child that the rest of a stretch waited for, clipped to the stretch; undefined without one. */
function takeChild(stretch: Stretch, { tree, children }: WalkedTree): PathSection | undefined {
  const last = numberAt(children.first, stretch.span + 2);
  while (stretch.next < last && stretch.end > stretch.from) {
    const span = numberAt(children.positions, stretch.next);
    stretch.next += 1;
    const start = numberAt(tree.start, span);
    const from = Math.max(stretch.from, start);
    const to = Math.min(stretch.to, start + numberAt(tree.duration, span));
    if (to <= stretch.end && to > from) {
      return { span, from, to };
    }
  }
  return undefined;
}

/** Returns the children of each span, those that finish last first. */
function byEnd({ parent, start, duration }: TimedTree): Children {
  const { first, positions } = childrenOf(parent);
  const end = start.map((from, at) => from + numberAt(duration, at));
  for (let at = 0; at + 1 < first.length; at++) {
    const [from, to] = [numberAt(first, at), numberAt(first, at + 1)];
    if (to - from < 2) {
      continue; // most spans have no children
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

/** Whether each sibling ends after the one before. Most do, and a sort would take most of the walk. */
function follow(siblings: Int32Array, end: Float64Array): boolean {
  for (let at = 1; at < siblings.length; at++) {
    if (numberAt(end, numberAt(siblings, at)) <= numberAt(end, numberAt(siblings, at - 1))) {
      return false;
    }
  }
  return true;
}

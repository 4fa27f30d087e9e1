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
  for (const [root, above] of tree.parent.entries()) {
    if (above < 0) {
      const ofRoot = pathOf(root, tree, children);
      for (const section of ofRoot.toSorted((a, b) => a.from - b.from)) {
        sections.push(section);
      }
    }
  }
  return sections;
}

function pathOf(root: number, tree: TimedTree, children: Children): PathSection[] {
  const from = numberAt(tree.start, root);
  const sections: PathSection[] = [];
  const pending: PathSection[] = [{ span: root, from, to: from + numberAt(tree.duration, root) }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    divide(next, { tree, children, sections, pending });
  }
  return sections;
}

interface Walk {
  readonly tree: TimedTree;
  readonly children: Children;
  readonly sections: PathSection[];
  readonly pending: PathSection[];
}

/** Divides a stretch into what its span waited for: itself, or children, whose stretches are divided later. */
function divide(
  { span, from, to }: PathSection,
  { tree, children, sections, pending }: Walk,
): void {
  let end = to;
  const last = numberAt(children.first, span + 2);
  for (let at = numberAt(children.first, span + 1); at < last && end > from; at++) {
    const child = numberAt(children.positions, at);
    const childFrom = Math.max(from, numberAt(tree.start, child));
    const childTo = Math.min(to, numberAt(tree.start, child) + numberAt(tree.duration, child));
    if (childTo <= end && childTo > childFrom) {
      pending.push({ span: child, from: childFrom, to: childTo });
      addSection(sections, { span, from: childTo, to: end });
      end = childFrom;
    }
  }
  addSection(sections, { span, from, to: end });
}

function addSection(sections: PathSection[], section: PathSection): void {
  if (section.to > section.from) {
    sections.push(section);
  }
}

/** Returns the children of each span, those that finish last first. */
function byEnd({ parent, start, duration }: TimedTree): Children {
  const { first, positions } = childrenOf(parent);
  const end = start.map((from, at) => from + numberAt(duration, at));
  for (let at = 0; at + 1 < first.length; at++) {
    const [from, to] = [numberAt(first, at), numberAt(first, at + 1)];
    if (to - from > 1) {
      positions.subarray(from, to).sort((a, b) => numberAt(end, b) - numberAt(end, a) || a - b);
    }
  }
  return { first, positions };
}

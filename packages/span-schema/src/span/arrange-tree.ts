/** The members of a span that determine its position in the tree. `start_time` is in nanoseconds. */
export interface TreeSpan {
  span_id: string;
  parent_id?: string | undefined;
  start_time: bigint;
}

/**
 * The tree of a trace. It refers to spans by their positions in the list of spans; each position occurs exactly once.
 */
export interface SpanTree {
  /**
   * Spans without a parent, spans whose parent is not in the list, and spans on a cycle, sorted by (start_time,
   * span_id).
   */
  top: readonly number[];
  /** The positions of each span's children, sorted like `top`; `undefined` for a leaf. */
  children: readonly (readonly number[] | undefined)[];
}

const NO_PARENT = -1;

/**
 * Attaches the spans of one trace to their parents (see docs/api/spans-and-traces.md). Span ids MUST be distinct. Takes
 * linear time, except for sorting. Does not use recursion, because a chain of spans can be as long as the trace.
 */
export function arrangeTree(spans: readonly TreeSpan[]): SpanTree {
  const parents = findParents(spans);
  detachCycles(parents);
  const top: number[] = [];
  const children: (number[] | undefined)[] = new Array(spans.length).fill(undefined);
  for (let position = 0; position < spans.length; position++) {
    const parent = parents[position] ?? NO_PARENT;
    if (parent === NO_PARENT) {
      top.push(position);
    } else {
      addChild(children, parent, position);
    }
  }
  const byStart = compareIn(spans);
  for (const siblings of children) {
    siblings?.sort(byStart);
  }
  return { top: top.sort(byStart), children };
}

/** Returns every position once, each after all of its descendants. */
export function childrenFirst(tree: SpanTree): number[] {
  const order = [...tree.top];
  for (let at = 0; at < order.length; at++) {
    for (const child of tree.children[order[at] ?? 0] ?? []) {
      order.push(child);
    }
  }
  return order.reverse();
}

/**
 * Returns the positions of the spans in tree order. For each of them, also returns the index of its parent in this
 * order, or -1 at the top level.
 */
export function inTreeOrder({ top, children }: SpanTree) {
  const order = new Int32Array(children.length);
  const parent = new Int32Array(children.length);
  // A stack of positions to visit. `above` has the index of the parent for each of them.
  const pending = top.toReversed();
  const above = pending.map(() => NO_PARENT);
  for (let at = 0; pending.length > 0; at++) {
    const position = pending.pop() as number;
    order[at] = position;
    parent[at] = above.pop() as number;
    const below = children[position] ?? [];
    for (let child = below.length - 1; child >= 0; child--) {
      pending.push(below[child] as number);
      above.push(at);
    }
  }
  return { order, parent };
}

/**
 * Lists the spans with a missing parent and the spans on a cycle, each with its parent's id. `spans` are in tree
 * order, and `parents` has the index of each span's parent.
 */
export function misplacedSpans(spans: readonly TreeSpan[], parents: ArrayLike<number>) {
  const ids = new Set(spans.map(({ span_id }) => span_id));
  const top = spans.flatMap(({ parent_id }, at) =>
    parents[at] === NO_PARENT && parent_id !== undefined ? [[at, parent_id] as const] : [],
  );
  return {
    orphans: top.filter(([, parent_id]) => !ids.has(parent_id)),
    cycles: top.filter(([, parent_id]) => ids.has(parent_id)),
  };
}

function addChild(children: (number[] | undefined)[], parent: number, position: number): void {
  const siblings = children[parent];
  if (siblings === undefined) {
    children[parent] = [position];
  } else {
    siblings.push(position);
  }
}

function findParents(spans: readonly TreeSpan[]): Int32Array {
  const positions = new Map<string, number>();
  spans.forEach((span, position) => {
    positions.set(span.span_id, position);
  });
  return Int32Array.from(spans, (span) =>
    span.parent_id === undefined ? NO_PARENT : (positions.get(span.parent_id) ?? NO_PARENT),
  );
}

/** Detaches each span on a cycle from its parent. Spans below a cycle keep their parents. */
function detachCycles(parents: Int32Array): void {
  const walkOf = new Int32Array(parents.length);
  for (let start = 0; start < parents.length; start++) {
    const walk = start + 1;
    let at = start;
    while (at !== NO_PARENT && walkOf[at] === 0) {
      walkOf[at] = walk;
      at = parents[at] ?? NO_PARENT;
    }
    if (at !== NO_PARENT && walkOf[at] === walk) {
      detachCycle(parents, at);
    }
  }
}

function detachCycle(parents: Int32Array, member: number): void {
  let at = member;
  while (at !== NO_PARENT) {
    const next = parents[at] ?? NO_PARENT;
    parents[at] = NO_PARENT;
    at = next;
  }
}

function compareIn(spans: readonly TreeSpan[]): (left: number, right: number) => number {
  return (left, right) => {
    const a = spans[left] as TreeSpan;
    const b = spans[right] as TreeSpan;
    if (a.start_time !== b.start_time) {
      return a.start_time < b.start_time ? -1 : 1;
    }
    return a.span_id < b.span_id ? -1 : Number(a.span_id > b.span_id);
  };
}

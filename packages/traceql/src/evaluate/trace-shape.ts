import { arrangeTree, type SpanTree, type TreeSpan } from '@spanhouse/span-schema';

/** Members of a span that determine its relations to other spans. */
export interface ShapedSpan extends TreeSpan {
  readonly end_time: bigint;
  readonly span_name: string;
}

/** Numbers that a depth-first walk through the tree assigns to each span, indexed by position. */
interface NestedSets {
  readonly left: Int32Array;
  readonly right: Int32Array;
}

const NO_PARENT = -1;

/**
 * Relations between the spans of a trace. Positions refer to the order (start_time, span_id). A span on a cycle of
 * parents has no parent and is not a root.
 */
export class TraceShape {
  readonly trace_id: string;
  readonly spans: readonly ShapedSpan[];
  /** Earliest start of all spans. `to` is the latest end. */
  readonly from: bigint;
  readonly to: bigint;
  /** Position of the earliest span without a parent id. */
  readonly root: number | undefined;
  readonly #tree: SpanTree;
  readonly #parents: Int32Array;
  #nested: NestedSets | undefined;

  /** Requires at least one span. The spans MUST be sorted by (start_time, span_id). */
  constructor(trace_id: string, spans: readonly ShapedSpan[]) {
    this.trace_id = trace_id;
    this.spans = spans;
    this.from = spans[0]?.start_time ?? 0n;
    this.to = spans.reduce((end, { end_time }) => later(end, end_time), lowest);
    const root = spans.findIndex(({ parent_id }) => parent_id === undefined);
    this.root = root < 0 ? undefined : root;
    this.#tree = arrangeTree(spans);
    this.#parents = new Int32Array(spans.length).fill(NO_PARENT);
    this.#tree.children.forEach((children, parent) => {
      for (const child of children ?? []) {
        this.#parents[child] = parent;
      }
    });
  }

  /** Duration of the trace in nanoseconds; 0 if the end precedes the start. */
  get duration(): bigint {
    return this.to > this.from ? this.to - this.from : 0n;
  }

  parentOf(position: number): number | undefined {
    const parent = this.#parents[position] ?? NO_PARENT;
    return parent === NO_PARENT ? undefined : parent;
  }

  childCountOf(position: number): number {
    return this.#tree.children[position]?.length ?? 0;
  }

  leftOf(position: number): number {
    return this.#sets().left[position] ?? 0;
  }

  rightOf(position: number): number {
    return this.#sets().right[position] ?? 0;
  }

  /**
   * Returns the left nested-set number of a span's parent. It is -1 if the span has no parent id, and 0 if the parent
   * is missing or on a cycle.
   */
  leftOfParent(position: number): number {
    const parent = this.parentOf(position);
    if (parent !== undefined) {
      return this.leftOf(parent);
    }
    return this.spans[position]?.parent_id === undefined ? -1 : 0;
  }

  #sets(): NestedSets {
    this.#nested ??= numberTree(this.#tree);
    return this.#nested;
  }
}

const lowest = -(2n ** 63n);

function later(left: bigint, right: bigint): bigint {
  return left < right ? right : left;
}

/**
 * Assigns nested-set numbers to the spans of a tree. Uses a loop instead of recursion, because a chain of spans can be
 * as long as the trace.
 */
function numberTree({ top, children }: SpanTree): NestedSets {
  const left = new Int32Array(children.length);
  const right = new Int32Array(children.length);
  let count = 0;
  for (const start of top) {
    const path = [{ position: start, next: 0 }];
    left[start] = ++count;
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const child = children[at.position]?.[at.next];
      if (child === undefined) {
        right[at.position] = ++count;
        path.pop();
      } else {
        at.next += 1;
        left[child] = ++count;
        path.push({ position: child, next: 0 });
      }
    }
  }
  return { left, right };
}

import type { Trace, TracedSpan } from '../../evaluate/traced-span.js';

/** Numbers that a depth-first walk through the tree assigns to a span. */
interface NestedSet {
  readonly left: bigint;
  readonly right: bigint;
  readonly parent: bigint;
}

/** Relations between the spans of a trace. A span on a cycle of parents has no parent and is not a root. */
export class TraceTree {
  readonly trace: Trace;
  /** Spans, sorted by (start_time, span_id). */
  readonly spans: readonly TracedSpan[];
  readonly #byId: ReadonlyMap<string, TracedSpan>;
  readonly #nested = new Map<TracedSpan, NestedSet>();

  constructor(trace: Trace) {
    this.trace = trace;
    this.spans = trace.spans.toSorted((a, b) =>
      a.start_time === b.start_time
        ? a.span_id < b.span_id
          ? -1
          : 1
        : a.start_time < b.start_time
          ? -1
          : 1,
    );
    this.#byId = new Map(this.spans.map((span) => [span.span_id, span]));
    this.#number();
  }

  /** Earliest span without a parent id. */
  get root(): TracedSpan | undefined {
    return this.spans.find(({ parent_id }) => parent_id === '');
  }

  /** Time in ns from the earliest start to the latest end. */
  get duration(): bigint {
    const starts = this.spans.map(({ start_time }) => start_time);
    const ends = this.spans.map(({ end_time }) => end_time);
    const length = ends.reduce(later, ends[0] ?? 0n) - starts.reduce(earlier, starts[0] ?? 0n);
    return length < 0n ? 0n : length;
  }

  parentOf(span: TracedSpan): TracedSpan | undefined {
    return this.#isOnCycle(span) ? undefined : this.#byId.get(span.parent_id);
  }

  childrenOf(span: TracedSpan): readonly TracedSpan[] {
    return this.spans.filter((child) => this.parentOf(child) === span);
  }

  ancestorsOf(span: TracedSpan): readonly TracedSpan[] {
    const parent = this.parentOf(span);
    return parent === undefined ? [] : [parent, ...this.ancestorsOf(parent)];
  }

  nestedSetOf(span: TracedSpan): NestedSet {
    return this.#nested.get(span) as NestedSet;
  }

  #isOnCycle(span: TracedSpan): boolean {
    const seen = new Set<TracedSpan>();
    let next = this.#byId.get(span.parent_id);
    while (next !== undefined && !seen.has(next)) {
      if (next === span) {
        return true;
      }
      seen.add(next);
      next = this.#byId.get(next.parent_id);
    }
    return false;
  }

  #number(): void {
    let count = 0n;
    const visit = (span: TracedSpan, parent: bigint) => {
      count += 1n;
      const left = count;
      for (const child of this.childrenOf(span)) {
        visit(child, left);
      }
      count += 1n;
      this.#nested.set(span, { left, right: count, parent });
    };
    for (const span of this.spans) {
      if (this.parentOf(span) === undefined) {
        visit(span, span.parent_id === '' ? -1n : 0n);
      }
    }
  }
}

function later(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}

function earlier(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

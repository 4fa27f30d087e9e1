import type { StoredSpan } from '@spanhouse/span-row';

/** Returns true if a span's chain of parents leads back to the span. */
export function isOnCycle(span: StoredSpan, set: readonly StoredSpan[]): boolean {
  let above = storedParent(span, set);
  for (let steps = 0; above !== undefined && steps < set.length; steps++) {
    if (above === span) {
      return true;
    }
    above = storedParent(above, set);
  }
  return false;
}

function storedParent(span: StoredSpan, set: readonly StoredSpan[]): StoredSpan | undefined {
  return set.find(({ span_id }) => span_id === span.parent_id);
}

/** Returns a span's parent in the tree of its trace; undefined if the parent is missing or the span is on a cycle. */
export function parentOf(span: StoredSpan, set: readonly StoredSpan[]): StoredSpan | undefined {
  return isOnCycle(span, set) ? undefined : storedParent(span, set);
}

/** Returns a span's children, or the top level of a trace, in the order of reads. */
export function childrenOf(parent: StoredSpan | undefined, set: readonly StoredSpan[]) {
  return set
    .filter((span) => parentOf(span, set) === parent)
    .toSorted(
      (left, right) =>
        Number(left.start_time - right.start_time) || (left.span_id < right.span_id ? -1 : 1),
    );
}

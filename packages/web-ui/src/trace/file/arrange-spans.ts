import type { ShownSpan } from '../../api/shown-span.js';
import { readTime } from '../../parts/values/format-time.js';

/** Index of a span, and the position of its parent in the order. */
type Pending = readonly [index: number, above: number];

/**
 * Arranges spans as a tree, with siblings sorted by start and id; see docs/api/spans-and-traces.md#trees. Spans without
 * a stored parent or on a cycle are at the top level. Returns the indexes of the spans in tree order, and the position
 * of each parent in that order; -1 at the top level.
 */
export function arrangeSpans(spans: readonly ShownSpan[]) {
  const indexes = new Map(spans.map(({ span_id: id }, index) => [id, index]));
  const parents = spans.map(({ parent_id: id }) =>
    id === undefined ? -1 : (indexes.get(id) ?? -1),
  );
  const isOnCycle = findCycles(parents);
  const children = new Map<number, number[]>();
  for (const index of inOrderOfTime(spans)) {
    const above = isOnCycle[index] === 1 ? -1 : (parents[index] ?? -1);
    const siblings = children.get(above) ?? [];
    siblings.push(index);
    children.set(above, siblings);
  }
  const order: number[] = [];
  const parent: number[] = [];
  const pending = (children.get(-1) ?? []).map((index): Pending => [index, -1]).reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [index, above] = next;
    const at = order.push(index) - 1;
    parent.push(above);
    for (const child of (children.get(index) ?? []).toReversed()) {
      pending.push([child, at]);
    }
  }
  const topWith = (isWanted: (index: number) => boolean) =>
    new Map(
      order.flatMap((index, at) => {
        const id = spans[index]?.parent_id;
        const isTop = parent[at] === -1 && id !== undefined;
        return isTop && isWanted(index) ? [[at, id] as const] : [];
      }),
    );
  return {
    order,
    parent: Int32Array.from(parent),
    orphans: topWith((index) => isOnCycle[index] === 0),
    cycles: topWith((index) => isOnCycle[index] === 1),
  };
}

function inOrderOfTime(spans: readonly ShownSpan[]): readonly number[] {
  const start = spans.map((span) => readTime(span.start_time));
  const id = (index: number) => spans[index]?.span_id ?? '';
  return [...spans.keys()].sort((one, other) => {
    const [first, second] = [start[one] ?? 0n, start[other] ?? 0n];
    return first < second ? -1 : first > second ? 1 : id(one) < id(other) ? -1 : 1;
  });
}

/** Marks the spans that are their own ancestors. */
function findCycles(parents: readonly number[]): Uint8Array {
  const isOnCycle = new Uint8Array(parents.length);
  /** Number of the walk that visited each span. */
  const walk = new Int32Array(parents.length).fill(-1);
  for (const index of parents.keys()) {
    let at = index;
    while (at >= 0 && walk[at] === -1) {
      walk[at] = index;
      at = parents[at] ?? -1;
    }
    // A walk that reaches a span of its own has found a cycle.
    for (; at >= 0 && walk[at] === index && isOnCycle[at] === 0; at = parents[at] ?? -1) {
      isOnCycle[at] = 1;
    }
  }
  return isOnCycle;
}

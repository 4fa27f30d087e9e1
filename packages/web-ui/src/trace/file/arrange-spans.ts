import type { ShownSpan } from '../../api/shown-span.js';
import { readTime } from '../../parts/values/format-time.js';

/** Spans of a trace in tree order; see docs/api/spans-and-traces.md#trees. */
interface ArrangedSpans {
  /** Index of each span in the list. Every span comes directly before its children. */
  readonly order: readonly number[];
  /** Position of the parent in `order`; -1 at the top level. */
  readonly parent: Int32Array;
  readonly orphans: ReadonlyMap<number, string>;
  readonly cycles: ReadonlyMap<number, string>;
}

/** Index of a span, and the position of its parent in the order. */
type Pending = readonly [place: number, above: number];

/**
 * Arranges spans as a tree, with siblings sorted by start and id. Spans without a stored parent or on a cycle are at
 * the top level.
 */
export function arrangeSpans(spans: readonly ShownSpan[]): ArrangedSpans {
  const places = new Map(spans.map(({ span_id: id }, place) => [id, place]));
  const parents = spans.map(({ parent_id: id }) =>
    id === undefined ? -1 : (places.get(id) ?? -1),
  );
  const isOnCycle = findCycles(parents);
  const children = new Map<number, number[]>();
  for (const place of inOrderOfTime(spans)) {
    const above = isOnCycle[place] === 1 ? -1 : (parents[place] ?? -1);
    const siblings = children.get(above) ?? [];
    siblings.push(place);
    children.set(above, siblings);
  }
  const order: number[] = [];
  const parent: number[] = [];
  const pending = (children.get(-1) ?? []).map((place): Pending => [place, -1]).reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [place, above] = next;
    const at = order.push(place) - 1;
    parent.push(above);
    for (const child of (children.get(place) ?? []).toReversed()) {
      pending.push([child, at]);
    }
  }
  const topWith = (isWanted: (place: number) => boolean) =>
    new Map(
      order.flatMap((place, at) => {
        const id = spans[place]?.parent_id;
        const isTop = parent[at] === -1 && id !== undefined;
        return isTop && isWanted(place) ? [[at, id] as const] : [];
      }),
    );
  return {
    order,
    parent: Int32Array.from(parent),
    orphans: topWith((place) => isOnCycle[place] === 0),
    cycles: topWith((place) => isOnCycle[place] === 1),
  };
}

function inOrderOfTime(spans: readonly ShownSpan[]): readonly number[] {
  const start = spans.map((span) => readTime(span.start_time));
  const id = (place: number) => spans[place]?.span_id ?? '';
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
  for (const place of parents.keys()) {
    let at = place;
    while (at >= 0 && walk[at] === -1) {
      walk[at] = place;
      at = parents[at] ?? -1;
    }
    // A walk that reaches a span of its own has found a cycle.
    for (; at >= 0 && walk[at] === place && isOnCycle[at] === 0; at = parents[at] ?? -1) {
      isOnCycle[at] = 1;
    }
  }
  return isOnCycle;
}

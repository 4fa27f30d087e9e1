import { type Outline, STATUS_ERROR } from './outline.js';
import { shapeOf, type TreeShape } from './tree-shape.js';

/** Types of spans that say what an agent did; the others are wrappers around them. */
const keyTypes = new Set('agent tool query llm chat completion embedding rerank'.split(' '));

/** A tree of some of the spans. Those whose parent is left out are below the nearest ancestor that is not. */
export interface ShownTree {
  /** 1 for each span that is shown. */
  readonly isShown: Uint8Array;
  readonly parent: Int32Array;
  readonly shape: TreeShape;
}

/** Marks the roots, the failures, and the spans of agents, tools and models. */
export function keySpansOf({ parent, status, type, texts }: Outline): Uint8Array {
  return Uint8Array.from(parent, (above, at) => {
    const isKey = keyTypes.has(texts[type[at] ?? -1] ?? '');
    return isKey || above < 0 || status[at] === STATUS_ERROR ? 1 : 0;
  });
}

/** Marks spans and their ancestors. */
export function withAncestors(
  { parent, count }: Pick<Outline, 'parent' | 'count'>,
  spans: Iterable<number>,
): Uint8Array {
  const marked = new Uint8Array(count);
  for (const span of spans) {
    for (let at = span; at >= 0 && marked[at] === 0; at = parent[at] ?? -1) {
      marked[at] = 1;
    }
  }
  return marked;
}

/** Moves the children of spans that are left out up to the nearest ancestor that is shown. */
export function shownTree(
  outline: Pick<Outline, 'count' | 'parent'>,
  isShown: Uint8Array,
): ShownTree {
  const { count } = outline;
  const parent = new Int32Array(count);
  const number = new Int32Array(count);
  const places: number[] = [];
  for (let at = 0; at < count; at++) {
    const above = outline.parent[at] ?? -1;
    parent[at] = above < 0 || isShown[above] === 1 ? above : (parent[above] ?? -1);
    number[at] = places.length;
    if (isShown[at] === 1) {
      places.push(at);
    }
  }
  const parents = Int32Array.from(places, (at) => {
    const above = parent[at] ?? -1;
    return above < 0 ? -1 : (number[above] ?? -1);
  });
  const shape = shapeOf({ count: places.length, parent: parents });
  return { isShown, parent, shape: spread(shape, places, count) };
}

/** Gives the spans of a whole outline the shape that some of them have among themselves. */
function spread(shape: TreeShape, places: readonly number[], count: number): TreeShape {
  const level = new Int32Array(count);
  const place = new Int32Array(count);
  const siblings = new Int32Array(count);
  const end = Int32Array.from({ length: count }, (_, at) => at + 1);
  for (const [number, at] of places.entries()) {
    const last = places[(shape.end[number] ?? 0) - 1] ?? at;
    level[at] = shape.level[number] ?? 0;
    place[at] = shape.place[number] ?? 0;
    siblings[at] = shape.siblings[number] ?? 0;
    end[at] = last + 1;
  }
  return { level, end, place, siblings };
}

import type { RelationOperator, SetOperator } from '../tree/query.js';
import type { TraceShape } from './trace-shape.js';

/** Positions of spans, in ascending order. */
export type Positions = readonly number[];
type Relation = '>' | '>>' | '<' | '<<' | '~';
type Sides = readonly [left: Positions, right: Positions];

/** Applies an operator to the spans that its two sides have selected. Takes linear time. */
export function combineSpans(
  operator: SetOperator,
  [left, right]: Sides,
  shape: TraceShape,
): Positions {
  switch (operator) {
    case '&&':
      return left.length === 0 || right.length === 0 ? [] : union(left, right);
    case '||':
      return union(left, right);
    default:
      return relate(operator, [left, right], shape);
  }
}

/** Returns the distinct positions of all lists in ascending order. */
export function union(...lists: readonly Positions[]): Positions {
  return [...new Set(lists.flat())].sort((a, b) => a - b);
}

const inverses = { '>': '<', '>>': '<<', '<': '>', '<<': '>>', '~': '~' } as const;

function relate(operator: RelationOperator, [left, right]: Sides, shape: TraceShape): Positions {
  const relation = operator.replace(/^[!&]/, '') as Relation;
  const hasLeft = relatedTo(relation, left, shape);
  if (operator.startsWith('!')) {
    return right.filter((position) => !hasLeft(position));
  }
  const found = right.filter(hasLeft);
  if (!operator.startsWith('&')) {
    return found;
  }
  const hasRight = relatedTo(inverses[relation], right, shape);
  return union(found, left.filter(hasRight));
}

/**
 * Returns a function that reports whether any of the spans `others` is related to a given span. The relation is parent
 * (`>`), ancestor, child, descendant or sibling.
 */
function relatedTo(
  relation: Relation,
  others: Positions,
  shape: TraceShape,
): (position: number) => boolean {
  switch (relation) {
    case '>':
      return haveParent(others, shape);
    case '>>':
      return haveAncestor(others, shape);
    case '<': {
      const parents = new Set(others.map((other) => shape.parentOf(other)));
      return (position) => parents.has(position);
    }
    case '<<':
      return haveDescendant(others, shape);
    case '~':
      return haveSibling(others, shape);
  }
}

function haveParent(others: Positions, shape: TraceShape): (position: number) => boolean {
  const parents = new Set(others);
  return (position) => {
    const parent = shape.parentOf(position);
    return parent !== undefined && parents.has(parent);
  };
}

/**
 * Returns a function that reports whether any of the spans `others` is an ancestor of a given span. A depth-first walk
 * enters an ancestor before its descendants and leaves it after them.
 */
function haveAncestor(others: Positions, shape: TraceShape): (position: number) => boolean {
  const byLeft = others.toSorted((a, b) => shape.leftOf(a) - shape.leftOf(b));
  const lefts = byLeft.map((other) => shape.leftOf(other));
  let last = 0;
  const lastRights = byLeft.map((other) => {
    last = Math.max(last, shape.rightOf(other));
    return last;
  });
  return (position) => {
    const left = shape.leftOf(position);
    return (lastRights[countBelow(lefts, left) - 1] ?? 0) > left;
  };
}

function haveDescendant(others: Positions, shape: TraceShape): (position: number) => boolean {
  const lefts = others.map((other) => shape.leftOf(other)).sort((a, b) => a - b);
  return (position) => {
    const next = lefts[countBelow(lefts, shape.leftOf(position) + 1)];
    return next !== undefined && next < shape.rightOf(position);
  };
}

/**
 * Returns a function that reports whether any of the spans `others` is a sibling of a given span. Siblings have the
 * same parent id, even if the parent is not stored.
 */
function haveSibling(others: Positions, shape: TraceShape): (position: number) => boolean {
  const members = new Set(others);
  const counts = new Map<string, number>();
  for (const other of others) {
    const parent = shape.spans[other]?.parent_id;
    if (parent !== undefined) {
      counts.set(parent, (counts.get(parent) ?? 0) + 1);
    }
  }
  return (position) => {
    const parent = shape.spans[position]?.parent_id;
    const count = parent === undefined ? 0 : (counts.get(parent) ?? 0);
    return count > (members.has(position) ? 1 : 0);
  };
}

/** Returns how many numbers in an ascending list are below a bound. */
function countBelow(ascending: readonly number[], bound: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < bound) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

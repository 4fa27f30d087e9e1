/**
 * The spans of a trace in the order of its tree, one array for each column. Every span directly precedes its children,
 * which are sorted by start. Times are ns from the earliest start, exact below 2^53.
 */
export interface TimedTree {
  /** The position of the parent; -1 at the top level. */
  readonly parent: Int32Array;
  readonly start: Float64Array;
  readonly duration: Float64Array;
}

/** Positions in one array, ordered by group. Those of group `at` have the indexes from `first[at]` up to `first[at + 1]`. */
export interface Groups {
  readonly first: Int32Array;
  readonly positions: Int32Array;
}

/** Groups the positions of an array by its values from 0 to `count - 1`. Each group keeps their order. */
export function groupPositions(group: Int32Array, count: number): Groups {
  const first = new Int32Array(count + 1);
  for (let at = 0; at < group.length; at++) {
    add(first, numberAt(group, at) + 1, 1);
  }
  for (let at = 1; at <= count; at++) {
    add(first, at, numberAt(first, at - 1));
  }
  const next = first.slice();
  const positions = new Int32Array(group.length);
  for (let at = 0; at < group.length; at++) {
    positions[numberAt(next, numberAt(group, at))] = at;
    add(next, numberAt(group, at), 1);
  }
  return { first, positions };
}

/** Groups the spans by their parent, in the order of the tree. Group 0 has the top level, group `at + 1` the children of `at`. */
export function childrenOf(parent: Int32Array): Groups {
  return groupPositions(
    parent.map((above) => above + 1),
    parent.length + 1,
  );
}

/** Returns a number of a typed array; 0 beyond its end. */
export function numberAt(numbers: Int32Array | Float64Array, at: number): number {
  return numbers[at] ?? 0;
}

function add(numbers: Int32Array, at: number, value: number): void {
  numbers[at] = numberAt(numbers, at) + value;
}

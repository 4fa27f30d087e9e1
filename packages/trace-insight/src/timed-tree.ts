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

/** The children of each span and the top-level spans, as positions in one array. */
export interface Children {
  /**
   * The children of span `at` have the indexes from `first[at + 1]` up to `first[at + 2]`; the top-level spans begin at
   * `first[0]`.
   */
  readonly first: Int32Array;
  readonly positions: Int32Array;
}

/** Groups the spans by their parent, in the order of the tree. */
export function childrenOf(parent: Int32Array): Children {
  const first = new Int32Array(parent.length + 2);
  for (let at = 0; at < parent.length; at++) {
    add(first, numberAt(parent, at) + 2, 1);
  }
  for (let at = 1; at < first.length; at++) {
    add(first, at, numberAt(first, at - 1));
  }
  const next = first.slice();
  const positions = new Int32Array(parent.length);
  for (let at = 0; at < parent.length; at++) {
    const group = numberAt(parent, at) + 1;
    positions[numberAt(next, group)] = at;
    add(next, group, 1);
  }
  return { first, positions };
}

/** Returns a number of a typed array; 0 beyond its end. */
export function numberAt(numbers: Int32Array | Float64Array, at: number): number {
  return numbers[at] ?? 0;
}

function add(numbers: Int32Array, at: number, value: number): void {
  numbers[at] = numberAt(numbers, at) + value;
}

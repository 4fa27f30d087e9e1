/**
 * The spans of a trace in tree order, with one array per column. The order is depth first, and siblings are sorted by
 * start. Times are nanoseconds after the earliest start and are exact below 2^53.
 */
export interface TimedTree {
  /** The position of the parent span; -1 at the top level. */
  readonly parent: Int32Array;
  readonly start: Float64Array;
  readonly duration: Float64Array;
}

/**
 * Positions in one array, ordered by group. The positions of group `at` are at the indexes from `first[at]` to
 * `first[at + 1]`, exclusive.
 */
export interface Groups {
  readonly first: Int32Array;
  readonly positions: Int32Array;
}

/**
 * Groups positions by the values of `group`, which range from 0 to `count - 1`. The positions in each group keep their
 * order.
 */
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

/**
 * Groups the spans by parent, in tree order. Group 0 contains the top-level spans, and group `at + 1` contains the
 * children of span `at`.
 */
export function childrenOf(parent: Int32Array): Groups {
  return groupPositions(
    parent.map((above) => above + 1),
    parent.length + 1,
  );
}

/** Returns an element of a typed array; 0 beyond the end of the array. */
export function numberAt(numbers: Int32Array | Float64Array, at: number): number {
  return numbers[at] ?? 0;
}

function add(numbers: Int32Array, at: number, value: number): void {
  numbers[at] = numberAt(numbers, at) + value;
}

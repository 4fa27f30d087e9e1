import { alignedPositions, commonOrder } from './common-order.js';
import { childrenOf, type Groups, numberAt } from './timed-tree.js';

/** The spans of a trace in tree order, with the strings that identify each span. */
export interface NamedTree {
  /** The position of the parent span; -1 at the top level. */
  readonly parent: Int32Array;
  /** Indexes in `texts`; -1 for a missing string. */
  readonly type: Int32Array;
  readonly name: Int32Array;
  readonly service: Int32Array;
  readonly texts: readonly string[];
}

/** Two traces as one tree, with one array per column. The rows are in depth-first order. */
export interface Alignment {
  /** The position of the row's span in trace A (`a`) or B (`b`); -1 if only the other trace has the span. */
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** The parent row; -1 at the top level. */
  readonly parent: Int32Array;
}

/**
 * Finds the spans that two traces have in common: first the roots, then the children of matched spans. Siblings are
 * matched by the longest common subsequence of (type, name, service), so that the n-th iteration of a loop in one trace
 * matches the n-th in the other. Every span is in exactly one row. Between two matches, rows of A precede rows of B.
 */
export function alignTraces(a: NamedTree, b: NamedTree): Alignment {
  const [labelsA, labelsB] = labelSpans(a, b);
  const sides = [
    { children: childrenOf(a.parent), labels: labelsA },
    { children: childrenOf(b.parent), labels: labelsB },
  ] as const;
  const rows: Row[] = [];
  const pending = merge(sides, { a: -1, b: -1 }, -1).reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const row = rows.push(next) - 1;
    const below = merge(sides, next, row);
    for (let at = below.length - 1; at >= 0; at--) {
      pending.push(below[at] as Row);
    }
  }
  return {
    a: Int32Array.from(rows, (row) => row.a),
    b: Int32Array.from(rows, (row) => row.b),
    parent: Int32Array.from(rows, (row) => row.parent),
  };
}

interface Row {
  readonly a: number;
  readonly b: number;
  readonly parent: number;
}

interface Side {
  readonly children: Groups;
  readonly labels: Int32Array;
}

/** Returns the rows below `above`. If `above` contains no span, returns the top-level rows. */
function merge(sides: readonly [Side, Side], above: Omit<Row, 'parent'>, parent: number): Row[] {
  const isTop = parent < 0;
  const a = above.a < 0 && !isTop ? none : childPositions(sides[0], above.a);
  const b = above.b < 0 && !isTop ? none : childPositions(sides[1], above.b);
  const labelsOfA = a.map((at) => numberAt(sides[0].labels, at));
  const labelsOfB = b.map((at) => numberAt(sides[1].labels, at));
  const pairs = commonOrder(labelsOfA, labelsOfB);
  return alignedPositions(pairs, a.length, b.length).map(([atA, atB]) => ({
    a: atA < 0 ? -1 : numberAt(a, atA),
    b: atB < 0 ? -1 : numberAt(b, atB),
    parent,
  }));
}

const none = new Int32Array(0);

function childPositions({ children: { first, positions } }: Side, at: number): Int32Array {
  return positions.subarray(numberAt(first, at + 1), numberAt(first, at + 2));
}

/**
 * Numbers the combinations of type, name and service in alphabetical order. The numbers therefore do not depend on
 * which trace comes first.
 */
function labelSpans(a: NamedTree, b: NamedTree): readonly [Int32Array, Int32Array] {
  const sides = [numberCombinations(a), numberCombinations(b)] as const;
  const all = new Set(sides.flatMap(({ texts }) => texts));
  const numbers = new Map([...all].sort().map((text, at) => [text, at]));
  const [labelsA, labelsB] = sides.map(({ spans, texts }) => {
    const numbered = texts.map((text) => numbers.get(text) ?? 0);
    return spans.map((combination) => numbered[combination] ?? 0);
  });
  return [labelsA ?? none, labelsB ?? none];
}

/**
 * Numbers the combinations of type, name and service in a trace in the order of their first occurrence. Returns the
 * number of each span's combination, and a string for each combination.
 */
function numberCombinations({ type, name, service, texts }: NamedTree) {
  const kinds = new Map<number, number>();
  const combinations = new Map<number, number>();
  const written: string[] = [];
  const width = texts.length + 1;
  const spans = name.map((named, at) => {
    // There are few combinations of type and service, so the numbers of a combination and a name fit together into one
    // exact integer.
    const kind = (numberAt(type, at) + 1) * width + numberAt(service, at) + 1;
    const key = numberOf(kinds, kind) * width + named + 1;
    const combination = numberOf(combinations, key);
    if (combination === written.length) {
      const parts = [type, name, service].map((column) => texts[column[at] ?? -1] ?? null);
      written.push(JSON.stringify(parts));
    }
    return combination;
  });
  return { spans, texts: written };
}

/** Returns the number assigned to a key. A new key gets the next number. */
function numberOf(numbers: Map<number, number>, key: number): number {
  const known = numbers.get(key);
  if (known !== undefined) {
    return known;
  }
  const next = numbers.size;
  numbers.set(key, next);
  return next;
}

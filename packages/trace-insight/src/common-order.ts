import { numberAt } from './timed-tree.js';

/**
 * Maximum product of the lengths of two sequences after their common beginning and end are removed. Sequences with a
 * larger product are matched by occurrence.
 */
const MAX_CELLS = 400_000_000;
const WORD_BITS = 32;
const WORD_VALUES = 2 ** WORD_BITS;

/** Positions of equal values in two sequences, as pairs in ascending order. */
export type Pairs = readonly (readonly [number, number])[];

/**
 * Returns a longest common subsequence. Each value is at its first possible position in both sequences. If the
 * arguments are swapped, the pairs are swapped too. Very long sequences (see `MAX_CELLS`) are matched by occurrence
 * instead: the n-th occurrences of a value in both sequences are paired unless this contradicts the order of other
 * pairs.
 */
export function commonOrder(a: Int32Array, b: Int32Array, maxCells = MAX_CELLS): Pairs {
  if (a.length === 0 || b.length === 0) {
    return [];
  }
  // The sequences are always compared in the same order, so that the result does not depend on the order of the
  // arguments.
  return comesBefore(b, a) ? swap(findCommon(b, a, maxCells)) : findCommon(a, b, maxCells);
}

/**
 * Returns the positions of all elements of two sequences in order, based on the pairs of common elements. If a sequence
 * lacks an element, its position is -1. Between two pairs, elements of A precede elements of B.
 */
export function alignedPositions(pairs: Pairs, lengthA: number, lengthB: number): Pairs {
  const aligned: (readonly [number, number])[] = [];
  let [a, b] = [0, 0];
  for (const pair of [...pairs, undefined]) {
    const [toA, toB] = pair ?? [lengthA, lengthB];
    for (; a < toA; a++) {
      aligned.push([a, -1]);
    }
    for (; b < toB; b++) {
      aligned.push([-1, b]);
    }
    if (pair !== undefined) {
      aligned.push(pair);
    }
    [a, b] = [toA + 1, toB + 1];
  }
  return aligned;
}

/** Assigns numbers to the strings of two lists. Equal strings have equal numbers. */
export function numberTexts(
  a: readonly string[],
  b: readonly string[],
): readonly [Int32Array, Int32Array] {
  const numbers = new Map([...a, ...b].map((text, at) => [text, at]));
  const numbered = (list: readonly string[]) =>
    Int32Array.from(list, (text) => numbers.get(text) ?? 0);
  return [numbered(a), numbered(b)];
}

function findCommon(a: Int32Array, b: Int32Array, maxCells: number): Pairs {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) {
    start += 1;
  }
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) {
    end += 1;
  }
  if (start + end === shorter) {
    return firstPositions(a.length === shorter ? a : b, a, b);
  }
  const middleA = a.subarray(start, a.length - end);
  const middleB = b.subarray(start, b.length - end);
  const isShort = middleA.length * middleB.length <= maxCells;
  const middle = isShort ? longestCommon(middleA, middleB) : byOccurrence(middleA, middleB);
  const values = Int32Array.from([
    ...a.subarray(0, start),
    ...middle,
    ...a.subarray(a.length - end),
  ]);
  return firstPositions(values, a, b);
}

function comesBefore(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) {
    return a.length < b.length;
  }
  const at = a.findIndex((value, position) => value !== b[position]);
  return at >= 0 && numberAt(a, at) < numberAt(b, at);
}

function swap(pairs: Pairs): Pairs {
  return pairs.map(([one, other]) => [other, one] as const);
}

/** Returns, for each value of a common subsequence, its first possible positions in both sequences. */
function firstPositions(values: Int32Array, a: Int32Array, b: Int32Array): Pairs {
  let [inA, inB] = [-1, -1];
  return Array.from(values, (value) => {
    inA = a.indexOf(value, inA + 1);
    inB = b.indexOf(value, inB + 1);
    return [inA, inB] as const;
  });
}

/**
 * Returns the values of a longest common subsequence. Uses Hyyrö's bit-parallel algorithm, which represents each cell
 * of the table of lengths by one bit and processes 32 bits per step. A bit in row j is 0 if the length increases by one
 * at the bit's position.
 */
function longestCommon(a: Int32Array, b: Int32Array): readonly number[] {
  const rows = rowsOf(a, b);
  const isSet = (row: Uint32Array | undefined, at: number) =>
    row === undefined || (((row[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1;
  const values: number[] = [];
  let [i, j] = [a.length - 1, b.length - 1];
  while (i >= 0 && j >= 0) {
    if (isSet(rows[j], i)) {
      i -= 1;
    } else if (isSet(rows[j - 1], i)) {
      values.push(numberAt(a, i));
      i -= 1;
      j -= 1;
    } else {
      j -= 1;
    }
  }
  return values.reverse();
}

function rowsOf(a: Int32Array, b: Int32Array): readonly Uint32Array[] {
  const words = Math.ceil(a.length / WORD_BITS);
  const positions = positionBits(a, new Set(b), words);
  const none = new Uint32Array(words);
  const rows: Uint32Array[] = [];
  let before = new Uint32Array(words).fill(WORD_VALUES - 1);
  for (const value of b) {
    before = nextRow(before, positions.get(value) ?? none);
    rows.push(before);
  }
  return rows;
}

/** Returns, for each wanted value, a bit set of its positions in `a`. */
function positionBits(a: Int32Array, wanted: ReadonlySet<number>, words: number) {
  const positions = new Map<number, Uint32Array>();
  for (const [at, value] of a.entries()) {
    if (wanted.has(value)) {
      const bits = positions.get(value) ?? new Uint32Array(words);
      bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
      positions.set(value, bits);
    }
  }
  return positions;
}

function nextRow(before: Uint32Array, positions: Uint32Array): Uint32Array<ArrayBuffer> {
  const row = new Uint32Array(before.length);
  let carry = 0;
  for (let at = 0; at < row.length; at++) {
    const bits = before[at] ?? 0;
    const matched = bits & (positions[at] ?? 0);
    const sum = bits + (matched >>> 0) + carry;
    carry = sum >= WORD_VALUES ? 1 : 0;
    row[at] = sum | (bits & ~matched);
  }
  return row;
}

/**
 * Pairs the n-th occurrence of each value in one sequence with its n-th occurrence in the other sequence. Returns the
 * values of the largest set of pairs whose order is the same in both sequences.
 */
function byOccurrence(a: Int32Array, b: Int32Array): readonly number[] {
  const waiting = new Map<number, number[]>();
  for (let at = b.length - 1; at >= 0; at--) {
    const value = numberAt(b, at);
    const positions = waiting.get(value) ?? [];
    positions.push(at);
    waiting.set(value, positions);
  }
  const partners = Array.from(a, (value) => waiting.get(value)?.pop() ?? -1);
  return longestIncreasing(partners).map((position) => numberAt(b, position));
}

/** Returns a longest increasing subsequence of non-negative numbers. */
function longestIncreasing(numbers: readonly number[]): readonly number[] {
  // For each length, `ends` contains the position of the smallest number that ends an increasing subsequence of that
  // length. For each position, `before` contains the preceding position in the subsequence.
  const ends: number[] = [];
  const before = new Map<number, number>();
  for (const [at, value] of numbers.entries()) {
    if (value >= 0) {
      const length = firstAtLeast(ends, (end) => (numbers[end] ?? 0) >= value);
      before.set(at, ends[length - 1] ?? -1);
      ends[length] = at;
    }
  }
  const rise: number[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before.get(at) ?? -1) {
    rise.push(numbers[at] ?? 0);
  }
  return rise.reverse();
}

function firstAtLeast(ends: readonly number[], isEnough: (end: number) => boolean): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isEnough(ends[middle] ?? 0)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

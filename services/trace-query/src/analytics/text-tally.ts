import { createHash } from 'node:crypto';
import { compareCodePoints } from '@spanhouse/span-schema';

/** Numbers of spans, or of values, on the selected side and on the other side. */
export type Sides = readonly [selected: number, rest: number];

/** Shares of an attribute's values on both sides; see docs/api/analytics.md. */
export interface Compared {
  readonly type: 'text' | 'number';
  readonly score: number;
  readonly absent: readonly [selected: number, rest: number];
  readonly values?: readonly ComparedValue[];
  readonly bins?: readonly ComparedBin[];
}

interface ComparedValue {
  readonly value: string | boolean;
  readonly selected: number;
  readonly rest: number;
}

export interface ComparedBin {
  readonly from: number;
  readonly to: number;
  readonly selected: number;
  readonly rest: number;
}

const MAX_VALUES = 20;
const MAX_UNIQUE = 10;
/**
 * Maximum length of a string that is counted by its full value. Longer strings are counted by their hashes, and only
 * the first few of them are kept to be listed in the answer.
 */
const MAX_PLAIN_CHARS = 256;
const MAX_KEPT_CHARS = 1_000_000;
const BYTES_PER_CHAR = 2;
/** Approximate number of bytes that an entry takes, not counting its string. */
const ENTRY_BYTES = 160;

interface Tally {
  /** The value; undefined for a long string that is not kept. */
  readonly value: string | boolean | undefined;
  readonly counts: [number, number];
}

/** Counts the string and boolean values of one attribute. */
export class TextTally {
  readonly #maxSpans: number;
  readonly #tallies = new Map<string, Tally>();
  readonly #present: [number, number] = [0, 0];
  #keptChars = 0;
  #heldBytes = 0;
  #hasTooMany = false;

  constructor(maxSpans: number) {
    this.#maxSpans = maxSpans;
  }

  /** Approximate number of bytes that the values take. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /**
   * True if the values took too much memory, or if the attribute has too many different values: more than ten, and more
   * than half the number of spans with the attribute.
   */
  get isLeftOut(): boolean {
    const values = this.#tallies.size;
    const spans = this.#present[0] + this.#present[1];
    return this.#hasTooMany || (values > MAX_UNIQUE && values > spans / 2);
  }

  add(value: string | boolean, side: 0 | 1): void {
    this.#present[side] += 1;
    if (this.#hasTooMany) {
      return;
    }
    const name = nameOf(value);
    const known = this.#tallies.get(name);
    if (known !== undefined) {
      known.counts[side] += 1;
      return;
    }
    const counts: [number, number] = [0, 0];
    counts[side] = 1;
    const kept = this.#kept(value);
    this.#tallies.set(name, { value: kept, counts });
    const chars = name.length + (typeof kept === 'string' ? kept.length : 0);
    this.#heldBytes += ENTRY_BYTES + BYTES_PER_CHAR * chars;
    if (this.#tallies.size > Math.max(MAX_UNIQUE, this.#maxSpans / 2)) {
      this.giveUp();
    }
  }

  /** Removes all values, which leaves the attribute out of the comparison. */
  giveUp(): void {
    this.#hasTooMany = true;
    this.#tallies.clear();
    this.#heldBytes = 0;
  }

  /** Compares the shares of both sides, and lists the most frequent values. */
  compare(sides: Sides): Compared {
    const tallies = [...this.#tallies.values()];
    const listed = tallies
      .flatMap(({ value, counts }) => (value === undefined ? [] : [{ value, counts }]))
      .toSorted((left, right) => sum(right.counts) - sum(left.counts) || byValue(left, right));
    return {
      type: 'text',
      ...scoreOf(
        tallies.map(({ counts }) => counts),
        this.#present,
        sides,
      ),
      values: listed.slice(0, MAX_VALUES).map(({ value, counts }) => ({
        value,
        selected: shareOf(counts[0], sides[0]),
        rest: shareOf(counts[1], sides[1]),
      })),
    };
  }

  #kept(value: string | boolean): string | boolean | undefined {
    if (typeof value === 'boolean' || value.length <= MAX_PLAIN_CHARS) {
      return value;
    }
    this.#keptChars += value.length;
    return this.#keptChars > MAX_KEPT_CHARS ? undefined : value;
  }
}

function nameOf(value: string | boolean): string {
  if (typeof value === 'boolean') {
    return `b${value}`;
  }
  return value.length <= MAX_PLAIN_CHARS
    ? `s${value}`
    : `h${createHash('sha256').update(value).digest('base64')}`;
}

function byValue(left: { value: string | boolean }, right: { value: string | boolean }): number {
  return compareCodePoints(String(left.value), String(right.value));
}

function sum([selected, rest]: Sides): number {
  return selected + rest;
}

/** Divides a count by a side's number of spans. Returns 0 for a side without spans. */
export function shareOf(count: number, spans: number): number {
  return spans === 0 ? 0 : count / spans;
}

/**
 * Returns half the sum, over all values, of the absolute difference between the value's shares on both sides. A missing
 * value counts as a value, too.
 */
export function scoreOf(
  counts: readonly Sides[],
  present: Sides,
  [selected, rest]: Sides,
): Pick<Compared, 'score' | 'absent'> {
  const absent = [
    shareOf(selected - present[0], selected),
    shareOf(rest - present[1], rest),
  ] as const;
  // Integers with a common denominator keep the sum exact. A sum of rounded fractions would depend on the order of the
  // fractions.
  const scale = [rest === 0 ? 1 : rest, selected === 0 ? 1 : selected] as const;
  const gone: Sides = [selected - present[0], rest - present[1]];
  const differences = [...counts, gone].map(([a, b]) => Math.abs(a * scale[0] - b * scale[1]));
  const sum = differences.reduce((total, difference) => total + difference, 0);
  return { score: sum / (2 * scale[0] * scale[1]), absent };
}

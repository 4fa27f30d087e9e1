import { HttpProblem } from '@spanhouse/api-kit';
import {
  compareCodePoints,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@spanhouse/span-schema';
import {
  type Compared,
  type ComparedBin,
  type Sides,
  scoreOf,
  shareOf,
  TextTally,
} from './text-tally.js';

/** A span with its side, its fields and its attributes. */
export interface ComparedSpan {
  readonly is_selected: boolean;
  readonly fields: Readonly<Record<string, string | undefined>>;
  readonly attributes: JsonObject;
}

/** Differences between the selected spans and all other spans. */
export interface Comparison {
  readonly selected: number;
  readonly rest: number;
  /**
   * Number of attributes that are left out of the comparison, because nearly every span has a different string or the
   * values took too much memory.
   */
  readonly left_out: number;
  readonly attributes: readonly ComparedAttribute[];
}

interface ComparedAttribute extends Compared {
  readonly field: string;
  readonly key?: string;
}

interface Tallies {
  readonly field: string;
  readonly key: string | undefined;
  text?: TextTally;
  number?: NumberTally;
}

interface ComparisonBounds {
  /** Maximum number of spans that the caller adds. */
  readonly maxSpans: number;
  /**
   * Approximate maximum memory for keys and values. Above this limit, the values of attributes that take much memory
   * are discarded.
   */
  readonly maxBytes: number;
}

/** Approximate number of bytes that a key takes, not counting its name. */
const KEY_BYTES = 200;
const BYTES_PER_CHAR = 2;

/** Compares the values of two sets of spans. The caller adds the spans one by one. */
export class SideComparison {
  readonly #bounds: ComparisonBounds;
  readonly #sides: [number, number] = [0, 0];
  readonly #fields = new Map<string, Tallies>();
  readonly #keys = new Map<string, Tallies>();
  #heldBytes = 0;

  constructor(bounds: ComparisonBounds) {
    this.#bounds = bounds;
  }

  /** Adds a span. Throws a 422 if the spans have too many keys. */
  add({ is_selected, fields, attributes }: ComparedSpan): void {
    const side = is_selected ? 0 : 1;
    this.#sides[side] += 1;
    for (const [field, value] of Object.entries(fields)) {
      if (value !== undefined) {
        this.#count(this.#talliesAt(this.#fields, field, { field, key: undefined }), value, side);
      }
    }
    const seen = new Set<string>();
    for (const [key, value] of scalarsOf(attributes)) {
      if (!seen.has(key)) {
        seen.add(key);
        this.#count(this.#talliesAt(this.#keys, key, { field: 'attributes', key }), value, side);
      }
    }
  }

  /** Returns the `limit` attributes with the highest scores. */
  compare(limit: number): Comparison {
    const sides: Sides = this.#sides;
    const tallies = this.#tallies();
    const compared = tallies.flatMap(({ field, key, text, number }): ComparedAttribute[] => {
      const fieldRef = { field, ...(key !== undefined && { key }) };
      return [
        ...(text === undefined || text.isLeftOut ? [] : [{ ...fieldRef, ...text.compare(sides) }]),
        ...(number === undefined || number.isLeftOut
          ? []
          : [{ ...fieldRef, ...number.compare(sides) }]),
      ];
    });
    const [selected, rest] = sides;
    return {
      selected,
      rest,
      left_out: valuesOf(tallies).filter(({ isLeftOut }) => isLeftOut).length,
      attributes: compared.toSorted(byScore).slice(0, limit),
    };
  }

  #count(tallies: Tallies, value: Scalar, side: 0 | 1): void {
    if (typeof value === 'string' || typeof value === 'boolean') {
      tallies.text ??= new TextTally(this.#bounds.maxSpans);
      this.#heldBytes -= tallies.text.heldBytes;
      tallies.text.add(value, side);
      this.#heldBytes += tallies.text.heldBytes;
    } else {
      tallies.number ??= new NumberTally();
      this.#heldBytes -= tallies.number.heldBytes;
      tallies.number.add(Number(value), side);
      this.#heldBytes += tallies.number.heldBytes;
    }
    if (this.#heldBytes > this.#bounds.maxBytes) {
      this.#makeRoom();
    }
  }

  /**
   * Frees at least half of the allowed memory, so that this method runs rarely. Removes string values before numeric
   * values. Within each kind, begins with the attributes that take the most memory. Throws a 422 if the keys alone take
   * too much memory.
   */
  #makeRoom(): void {
    const values = valuesOf(this.#tallies()).toSorted(
      (left, right) =>
        Number(right instanceof TextTally) - Number(left instanceof TextTally) ||
        right.heldBytes - left.heldBytes,
    );
    for (const value of values) {
      if (this.#heldBytes <= this.#bounds.maxBytes / 2) {
        return;
      }
      this.#heldBytes -= value.heldBytes;
      value.giveUp();
    }
    if (this.#heldBytes > this.#bounds.maxBytes / 2) {
      const detail = `The attributes have more than ${this.#keys.size - 1} different keys: narrow the filter or the window.`;
      throw new HttpProblem(422, { detail });
    }
  }

  #tallies(): readonly Tallies[] {
    return [...this.#fields.values(), ...this.#keys.values()];
  }

  #talliesAt(
    map: Map<string, Tallies>,
    name: string,
    fieldRef: Pick<Tallies, 'field' | 'key'>,
  ): Tallies {
    const known = map.get(name);
    if (known !== undefined) {
      return known;
    }
    const made = { ...fieldRef };
    map.set(name, made);
    this.#heldBytes += KEY_BYTES + BYTES_PER_CHAR * name.length;
    return made;
  }
}

function valuesOf(tallies: readonly Tallies[]): readonly (TextTally | NumberTally)[] {
  return tallies.flatMap(({ text, number }) => [text ?? [], number ?? []].flat());
}

type Scalar = string | boolean | number | bigint;

/** Yields the scalars of an object with their dotted paths. Scalars in lists are left out. */
function* scalarsOf(root: JsonObject): Generator<readonly [string, Scalar]> {
  const pending: (readonly [string, JsonObject])[] = [['', root]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [prefix, object] = next;
    for (const name of Object.keys(object)) {
      const value = object[name] as JsonValue;
      if (isJsonObject(value)) {
        pending.push([`${prefix}${name}.`, value]);
      } else if (value !== null && typeof value !== 'object') {
        yield [prefix + name, value];
      }
    }
  }
}

function byScore(left: ComparedAttribute, right: ComparedAttribute): number {
  return (
    right.score - left.score ||
    compareCodePoints(left.field, right.field) ||
    compareCodePoints(left.key ?? '', right.key ?? '') ||
    compareCodePoints(left.type, right.type)
  );
}

const BINS = 10;
const BYTES_PER_NUMBER = 8;

/** Collects the numeric values of one attribute. */
class NumberTally {
  readonly #values: [number[], number[]] = [[], []];
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  /** True after the numbers were removed because they took too much memory. */
  isLeftOut = false;

  /** Approximate number of bytes that the numbers take. */
  get heldBytes(): number {
    return (this.#values[0].length + this.#values[1].length) * BYTES_PER_NUMBER;
  }

  add(value: number, side: 0 | 1): void {
    if (this.isLeftOut) {
      return;
    }
    this.#values[side].push(value);
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
  }

  /** Removes all numbers and leaves the attribute out of the comparison. */
  giveUp(): void {
    this.isLeftOut = true;
    this.#values[0] = [];
    this.#values[1] = [];
  }

  /**
   * Compares, bin by bin, the share of each side's spans whose value lies in the bin. All bins have equal widths, and
   * the last bin includes its upper bound.
   */
  compare(sides: Sides): Compared {
    const edges = this.#edges();
    const counts = edges.slice(1).map((): [number, number] => [0, 0]);
    for (const side of [0, 1] as const) {
      for (const value of this.#values[side]) {
        const counted = counts[binOf(value, edges)];
        if (counted !== undefined) {
          counted[side] += 1;
        }
      }
    }
    const [selected, rest] = this.#values;
    return {
      type: 'number',
      ...scoreOf(counts, [selected.length, rest.length], sides),
      bins: counts.map(
        ([a, b], index): ComparedBin => ({
          from: edges[index] ?? this.#min,
          to: edges[index + 1] ?? this.#max,
          selected: shareOf(a, sides[0]),
          rest: shareOf(b, sides[1]),
        }),
      ),
    };
  }

  #edges(): readonly number[] {
    const [min, max] = [this.#min, this.#max];
    if (min === max) {
      return [min, max];
    }
    const range = max - min;
    const edgeAt = (index: number) =>
      Number.isFinite(range)
        ? min + (index * range) / BINS
        : (min / BINS) * (BINS - index) + (max / BINS) * index;
    const inner = Array.from({ length: BINS - 1 }, (_, index) => edgeAt(index + 1));
    return [min, ...inner, max];
  }
}

/** Returns the last bin whose lower bound is at most the value. */
function binOf(value: number, edges: readonly number[]): number {
  const last = edges.length - 2;
  let bin = 0;
  while (bin < last && value >= (edges[bin + 1] ?? Number.POSITIVE_INFINITY)) {
    bin += 1;
  }
  return bin;
}

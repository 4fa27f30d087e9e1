import { HttpProblem } from '@spanhouse/api-kit';
import { textOfValue } from '@spanhouse/span-dialects/spans';
import { compareCodePoints } from '@spanhouse/span-schema';
import type { Value } from '@spanhouse/traceql/evaluate';

/** A value of a tag. Statuses and kinds have the type `keyword`. */
export interface TagValue {
  readonly type: Exclude<Value['type'], 'list'> | 'keyword';
  readonly value: string;
}

interface Counted extends TagValue {
  count: number;
}

/** Maximum number of different values. More do not fit into memory. */
const MAX_COUNTED = 1_000_000;
const MAX_TEXT_CHARS = 256;

/** Counts the values of a tag. */
export class ValueCounts {
  readonly #counts = new Map<string, Counted>();

  /** Adds a value with the number of spans that have it. A list contributes its elements. */
  add(value: Value, count = 1): void {
    if (value.type === 'list') {
      for (const element of value.values) {
        this.add(element, count);
      }
      return;
    }
    const { type } = value;
    const text = textOfValue(value.value);
    if (!fitsInList(text)) {
      return;
    }
    const known = this.#counts.get(`${type} ${text}`);
    if (known === undefined) {
      refuseTooMany(this.#counts.size);
      this.#counts.set(`${type} ${text}`, { type, value: text, count });
    } else {
      known.count += count;
    }
  }

  /** Returns the most frequent values, sorted by type and text. */
  list(limit: number): readonly TagValue[] {
    return [...this.#counts.values()]
      .sort((left, right) => right.count - left.count || compareValues(left, right))
      .slice(0, limit)
      .sort(compareValues)
      .map(({ type, value }) => ({ type, value }));
  }
}

/** Returns whether a text is short enough to be listed. */
export function fitsInList(text: string): boolean {
  return text.length <= MAX_TEXT_CHARS || [...text].length <= MAX_TEXT_CHARS;
}

/** Sorts values by type and text. */
export function inOrder(values: readonly TagValue[]): readonly TagValue[] {
  return values.toSorted(compareValues);
}

/** Counts names of attributes. */
export class NameCounts {
  readonly #counts = new Map<string, number>();

  /** Adds a name with the number of spans that have it. */
  add(name: string, count = 1): void {
    const known = this.#counts.get(name) ?? 0;
    if (known === 0) {
      refuseTooMany(this.#counts.size);
    }
    this.#counts.set(name, known + count);
  }

  has(name: string): boolean {
    return this.#counts.has(name);
  }

  /** Returns the most frequent names, sorted. */
  list(limit: number): readonly string[] {
    return [...this.#counts]
      .sort(([left, more], [right, less]) => less - more || compareCodePoints(left, right))
      .slice(0, limit)
      .map(([name]) => name)
      .sort(compareCodePoints);
  }
}

function refuseTooMany(counted: number): void {
  if (counted >= MAX_COUNTED) {
    throw new HttpProblem(422, {
      detail: `there are more than ${MAX_COUNTED} different ones; narrow start, end or q`,
    });
  }
}

function compareValues(left: TagValue, right: TagValue): number {
  return compareCodePoints(left.type, right.type) || compareCodePoints(left.value, right.value);
}

import { textOfValue } from '@spanhouse/span-dialects/spans';
import type { Value } from '@spanhouse/traceql/evaluate';
import { NameCounts } from '../../front-doors/list-names.js';

/** A tag value. Statuses and kinds have the type `keyword`. */
export interface TagValue {
  readonly type: string;
  readonly value: string;
}

const MAX_TEXT_CHARS = 256;

/** Counts the values of a tag. */
export class ValueCounts {
  /** Counts, keyed by type and value with a space between them. */
  readonly #counts = new NameCounts();

  /** Adds `count` to the number of spans that have this value. For a list, adds `count` for each element. */
  add(value: Value, count = 1): void {
    if (value.type === 'list') {
      for (const element of value.values) {
        this.add(element, count);
      }
      return;
    }
    const text = textOfValue(value.value);
    if (fitsInList(text)) {
      this.#counts.add(`${value.type} ${text}`, count);
    }
  }

  /** Returns the most frequent values, sorted by type and value. */
  list(limit: number): readonly TagValue[] {
    return this.#counts.list(limit).map((key) => {
      const end = key.indexOf(' ');
      return { type: key.slice(0, end), value: key.slice(end + 1) };
    });
  }
}

/** Returns true if a string is short enough for the list. */
export function fitsInList(text: string): boolean {
  return text.length <= MAX_TEXT_CHARS || [...text].length <= MAX_TEXT_CHARS;
}

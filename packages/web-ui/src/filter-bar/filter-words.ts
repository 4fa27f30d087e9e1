import { parseExactJson } from '../api/json/parse-exact-json.js';
import { FilterTextError } from './filtering.js';

/** A word of a filter text, without its quotes and escapes. `isQuoted` is true if the word was quoted. */
export interface Word {
  readonly text: string;
  readonly isQuoted: boolean;
  readonly at: number;
}

/**
 * Operators between a name and its values. An operator comes before its own prefixes, so that the longest match wins.
 */
const operators = ['>=', '<=', '^=', '$=', ':', '~', '>', '<'] as const;
export type Operator = (typeof operators)[number] | 'like';

/** Tokenizer that reads a filter text word by word. */
export class WordReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get at(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    this.#skipSpace();
    return this.#at >= this.#text.length;
  }

  /** Consumes a string if it follows immediately, without a space. */
  take(piece: string): boolean {
    const isNext = this.#text.startsWith(piece, this.#at);
    this.#at += isNext ? piece.length : 0;
    return isNext;
  }

  /** Returns true if a character comes next, optionally after spaces. */
  isNext(character: string): boolean {
    this.#skipSpace();
    return this.#text[this.#at] === character;
  }

  /** Returns true if an unquoted word such as `or` comes next, optionally after spaces. */
  isNextWord(word: string): boolean {
    this.#skipSpace();
    const end = this.#at + word.length;
    const isWhole = end >= this.#text.length || /[\s(]/.test(this.#text[end] ?? '');
    return isWhole && this.#text.slice(this.#at, end).toLowerCase() === word;
  }

  /** Consumes an unquoted word if it comes next, optionally after spaces. */
  takeWord(word: string): boolean {
    const isNext = this.isNextWord(word);
    this.#at += isNext ? word.length : 0;
    return isNext;
  }

  /** Consumes the operator that follows a name. The operator `like` is surrounded by spaces. */
  takeOperator(): Operator | undefined {
    const found = operators.find((operator) => this.take(operator));
    if (found !== undefined) {
      return found;
    }
    const [like] = /^\s+like\s+/i.exec(this.#text.slice(this.#at)) ?? [];
    this.#at += like?.length ?? 0;
    return like === undefined ? undefined : 'like';
  }

  /** Consumes a quoted string, or the characters up to the next match of `ends`. */
  takeText(ends: RegExp): Word {
    const at = this.#at;
    if (this.take('"')) {
      return { text: this.#quoted(at), isQuoted: true, at };
    }
    while (this.#at < this.#text.length && !ends.test(this.#text[this.#at] ?? '')) {
      this.#at += 1;
    }
    return { text: this.#text.slice(at, this.#at), isQuoted: false, at };
  }

  /**
   * Consumes a JSON object and returns it without rounding its numbers. Throws a FilterTextError if there is no object.
   */
  takeJsonObject(): unknown {
    const at = this.#at;
    const end = endOfBraces(this.#text, at);
    const value = end === undefined ? undefined : parseQuietly(this.#text.slice(at, end));
    if (end === undefined || value === undefined) {
      throw new FilterTextError('This JSON object is not complete.', at);
    }
    this.#at = end;
    return value;
  }

  #quoted(at: number): string {
    const [rest] = /^(?:[^"\\]|\\.)*"/s.exec(this.#text.slice(this.#at)) ?? [];
    if (rest === undefined) {
      throw new FilterTextError('The closing quotation mark is missing.', at);
    }
    this.#at += rest.length;
    return rest.slice(0, -1).replace(/\\(.)/gs, '$1');
  }

  #skipSpace(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) {
      this.#at += 1;
    }
  }
}

/** Returns the offset after the closing brace of the JSON object that begins at `from`. */
function endOfBraces(text: string, from: number): number | undefined {
  const marks = /"(?:[^"\\]|\\.)*"?|[{}]/gs;
  marks.lastIndex = from;
  let depth = 0;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    depth += mark[0] === '{' ? 1 : mark[0] === '}' ? -1 : 0;
    if (depth === 0) {
      return marks.lastIndex;
    }
  }
  return undefined;
}

/** Parses JSON. Returns undefined if the JSON is invalid. */
function parseQuietly(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

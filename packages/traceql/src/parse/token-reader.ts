import { scanTokens } from '../scan/scan-tokens.js';
import type { Token } from '../scan/token.js';
import { parseErrorAt, TraceQlError } from '../traceql-error.js';

const MAX_NESTING = 100;
const MAX_OPERANDS = 1000;
const stagesWithWords = ['count', 'min', 'max', 'avg', 'sum', 'by', 'select'];

/** Reads the tokens of a query one by one and limits the query's size. Throws a TraceQlError. */
export class TokenReader {
  readonly #query: string;
  readonly #tokens: readonly Token[];
  #at = 0;
  #nesting = 0;
  #operands = 0;

  constructor(query: string) {
    this.#query = query;
    this.#tokens = scanTokens(query);
  }

  /** Next token. The reader never moves past the last token. */
  get next(): Token {
    return this.#tokens[Math.min(this.#at, this.#tokens.length - 1)] as Token;
  }

  /** Returns the next token and moves past it. */
  take(): Token {
    const token = this.next;
    this.#at += 1;
    return token;
  }

  /** Returns whether the next token is one of these symbols or words. */
  isNext(...texts: readonly string[]): boolean {
    const { kind, text } = this.next;
    return (kind === 'symbol' || kind === 'word') && texts.includes(text);
  }

  /** If the next token is one of these symbols or words, moves past the token and returns its text. */
  takeIf<Text extends string>(...texts: readonly Text[]): Text | undefined {
    return this.isNext(...texts) ? (this.take().text as Text) : undefined;
  }

  /** Moves past the next token, which must be one of these symbols or words. */
  expect(...texts: readonly string[]): Token {
    return this.isNext(...texts)
      ? this.take()
      : this.refuse(`expected ${texts.map((text) => JSON.stringify(text)).join(' or ')}`);
  }

  /**
   * Reads ahead to the closing parenthesis, and returns the stage keywords that come directly after a `|` or `(`.
   * Keywords inside nested parentheses are returned separately.
   */
  stageWords(): { readonly outside: readonly string[]; readonly inside: readonly string[] } {
    const words = { outside: [] as string[], inside: [] as string[] };
    let depth = 0;
    for (let at = this.#at; at < this.#tokens.length && depth >= 0; at += 1) {
      const symbol = symbolOf(this.#tokens[at]);
      const next = this.#tokens[at + 1]?.text ?? '';
      depth += Number(symbol === '(') - Number(symbol === ')');
      if (symbol === '|' || (symbol === '(' && stagesWithWords.includes(next))) {
        words[depth === 0 ? 'outside' : 'inside'].push(next);
      }
    }
    return words;
  }

  /** Throws the error for an unexpected token. If the query ends here, the message names `expected`. */
  refuse(expected?: string): never {
    const { kind, text, offset } = this.next;
    const end = expected === undefined ? '' : `, ${expected}`;
    const reason =
      kind === 'end' ? `unexpected end of query${end}` : `unexpected ${JSON.stringify(text)}`;
    throw parseErrorAt(this.#query, offset, reason);
  }

  /** Parses an opening bracket, runs `parse`, and parses the closing bracket. */
  within<Result>(open: string, close: string, parse: () => Result): Result {
    this.expect(open);
    const result = open === '(' ? this.nested(parse) : parse();
    this.expect(close);
    return result;
  }

  /** Runs `parse` one nesting level deeper. */
  nested<Result>(parse: () => Result): Result {
    this.#nesting += 1;
    if (this.#nesting > MAX_NESTING) {
      throw new TraceQlError(`more than ${MAX_NESTING} levels of nesting`);
    }
    const result = parse();
    this.#nesting -= 1;
    return result;
  }

  /** Parses operands that are joined by one of the operators, and combines them from left to right. */
  joined<Operand, Operator extends string>(
    operators: readonly Operator[],
    parse: () => Operand,
    join: (operator: Operator, left: Operand, right: Operand) => Operand,
  ): Operand {
    let left = parse();
    for (;;) {
      const operator = this.takeIf(...operators);
      if (operator === undefined) {
        return left;
      }
      left = join(operator, left, parse());
    }
  }

  /** Parses one or more items separated by commas. */
  listOf<Item>(parse: () => Item): readonly Item[] {
    const items = [parse()];
    while (this.takeIf(',') !== undefined) {
      items.push(parse());
    }
    return items;
  }

  /** Counts a filter or comparison, and refuses the query if it contains too many. */
  countOperand(): void {
    this.#operands += 1;
    if (this.#operands > MAX_OPERANDS) {
      throw new TraceQlError(`more than ${MAX_OPERANDS} filters and comparisons`);
    }
  }

  /**
   * Runs `parse` and then `check` on the result. The error for a refused result quotes the part of the query that was
   * parsed.
   */
  checked<Result>(parse: () => Result, check: (result: Result) => string | undefined): Result {
    const start = this.next.offset;
    const result = parse();
    const reason = check(result);
    if (reason !== undefined) {
      const last = this.#tokens[this.#at - 1];
      const end = last === undefined ? start : last.offset + last.text.length;
      throw new TraceQlError(`${this.#query.slice(start, end)}: ${reason}`);
    }
    return result;
  }
}

function symbolOf(token: Token | undefined): string | undefined {
  return token?.kind === 'symbol' ? token.text : undefined;
}

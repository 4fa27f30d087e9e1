const indent = '    ';
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^"{}[\],:]+/gs;

/** Indents JSON as Jaeger does. No string or number may be split between two pieces. */
export async function* indentJson(
  pieces: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<string> {
  const indentation = new Indentation();
  for await (const piece of pieces) {
    yield piece.replaceAll(tokens, (token) => indentation.of(token));
  }
}

class Indentation {
  #depth = 0;
  /** True immediately after the start of a list or object. */
  #isEmpty = false;

  of(token: string): string {
    switch (token) {
      case '{':
      case '[': {
        const text = this.#begin() + token;
        this.#depth += 1;
        this.#isEmpty = true;
        return text;
      }
      case '}':
      case ']': {
        this.#depth -= 1;
        const text = this.#isEmpty ? token : this.#newLine() + token;
        this.#isEmpty = false;
        return text;
      }
      case ',':
        return token + this.#newLine();
      case ':':
        return ': ';
      default:
        return this.#begin() + token;
    }
  }

  #begin(): string {
    const text = this.#isEmpty ? this.#newLine() : '';
    this.#isEmpty = false;
    return text;
  }

  #newLine(): string {
    return `\n${indent.repeat(this.#depth)}`;
  }
}

/**
 * Matches a `;`, and each text in which a `;` is no separator: a string, quoted name, comment or heredoc. A text
 * without its end reaches to the end of the input.
 */
const separatorOrText =
  /'(?:[^'\\]|\\.|'')*(?:'|$)|"(?:[^"\\]|\\.)*(?:"|$)|`(?:[^`\\]|\\.)*(?:`|$)|(?:--|#!|# )[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\$(\w*)\$[\s\S]*?(?:\$\1\$|$)|;/gs;

/** Statements, and the text after the last `;`. */
export interface SplitStatements {
  readonly complete: readonly string[];
  readonly rest: string;
}

/** Divides SQL text at each `;` that ends a statement. Empty statements are left out. */
export function splitStatements(text: string): SplitStatements {
  const complete: string[] = [];
  let start = 0;
  for (const match of text.matchAll(separatorOrText)) {
    if (match[0] === ';') {
      complete.push(text.slice(start, match.index).trim());
      start = match.index + 1;
    }
  }
  return { complete: complete.filter((sql) => sql !== ''), rest: text.slice(start).trim() };
}

/** What a `;` does not end: strings, quoted names, comments and heredocs. An open one reaches to the end. */
const opaque =
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
  for (const match of text.matchAll(opaque)) {
    if (match[0] === ';') {
      complete.push(text.slice(start, match.index).trim());
      start = match.index + 1;
    }
  }
  return { complete: complete.filter((sql) => sql !== ''), rest: text.slice(start).trim() };
}

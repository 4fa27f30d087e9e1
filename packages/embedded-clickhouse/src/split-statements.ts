/**
 * Matches a `;`, and the constructs within which a `;` does not end a statement: strings, quoted names, comments and
 * heredocs. An unterminated construct extends to the end of the input.
 */
const separatorOrText =
  /'(?:[^'\\]|\\.|'')*(?:'|$)|"(?:[^"\\]|\\.)*(?:"|$)|`(?:[^`\\]|\\.)*(?:`|$)|(?:--|#!|# )[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\$(\w*)\$[\s\S]*?(?:\$\1\$|$)|;/gs;

const comment = /(?:--|#!|# )[^\n]*|\/\*[\s\S]*?\*\//g;

/** Splits SQL at each `;` that ends a statement. Omits statements that contain only comments. */
export function splitStatements(text: string) {
  const complete: string[] = [];
  let start = 0;
  for (const match of text.matchAll(separatorOrText)) {
    if (match[0] === ';') {
      complete.push(text.slice(start, match.index).trim());
      start = match.index + 1;
    }
  }
  const rest = text.slice(start).trim();
  return { complete: complete.filter((sql) => !isBlank(sql)), rest: isBlank(rest) ? '' : rest };
}

function isBlank(sql: string): boolean {
  return sql.replaceAll(comment, '').trim() === '';
}

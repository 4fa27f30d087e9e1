import { endOfString, nextToken } from '../../api/json/json-index.js';

/** Formats JSON with one value per line. The values are copied without parsing, so all digits are kept. */
export function indentJson(text: string): string {
  const parts: string[] = [];
  let line = '\n';
  for (let at = nextToken(text, 0); at < text.length; ) {
    const end = endOfToken(text, at);
    const token = text.slice(at, end);
    if (token === '{' || token === '[') {
      line += '  ';
    } else if (token === '}' || token === ']') {
      line = line.slice(0, -2);
    }
    parts.push(writeToken(token, line));
    at = nextToken(text, end);
  }
  return parts.join('');
}

/** Returns the position after a string, an empty container or a single character. */
function endOfToken(text: string, at: number): number {
  if (text[at] === '"') {
    return endOfString(text, at);
  }
  const next = nextToken(text, at + 1);
  const isEmpty =
    (text[at] === '{' && text[next] === '}') || (text[at] === '[' && text[next] === ']');
  return isEmpty ? next + 1 : at + 1;
}

/** Formats a string, an empty container or a single character. `line` is the line break and indent of the next line. */
function writeToken(token: string, line: string): string {
  switch (token) {
    case '{':
    case '[':
    case ',':
      return token + line;
    case '}':
    case ']':
      return line + token;
    case ':':
      return ': ';
    default:
      return token.startsWith('"') ? token : token.replace(/\s+/, '');
  }
}

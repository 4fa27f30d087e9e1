import { endOfString, nextToken } from '../../api/json/json-index.js';

/** Formats JSON with one value per line. Values are copied from the text without parsing. */
export function indentJson(text: string): string {
  const parts: string[] = [];
  let depth = 0;
  for (let at = nextToken(text, 0); at < text.length; ) {
    const end = endOfToken(text, at);
    const token = text.slice(at, end);
    depth += depthAfter(token);
    parts.push(writeToken(token, depth));
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

function writeToken(token: string, depth: number): string {
  if (/^[[{]\s*[\]}]$/.test(token)) {
    return `${token[0]}${token.at(-1)}`;
  }
  return Object.hasOwn(writers, token) ? (writers[token]?.(lineAt(depth)) ?? '') : token;
}

function depthAfter(token: string): number {
  if (token === '{' || token === '[') {
    return 1;
  }
  return token === '}' || token === ']' ? -1 : 0;
}

function lineAt(depth: number): string {
  return `\n${'  '.repeat(depth)}`;
}

/** Functions that write each punctuation character. `line` is the start of the next line. */
const writers: Readonly<Record<string, (line: string) => string>> = {
  '{': (line) => `{${line}`,
  '[': (line) => `[${line}`,
  '}': (line) => `${line}}`,
  ']': (line) => `${line}]`,
  ',': (line) => `,${line}`,
  ':': () => ': ',
};

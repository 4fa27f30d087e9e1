import { endOfString, nextToken } from '../../api/json/json-index.js';

/** Formats JSON with one value per line. Values are copied as they were sent, without parsing. */
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

/** Returns the end of a string, of an empty container, or of one character. */
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

/** Writers of the punctuation characters; `line` begins the next line. */
const writers: Readonly<Record<string, (line: string) => string>> = {
  '{': (line) => `{${line}`,
  '[': (line) => `[${line}`,
  '}': (line) => `${line}}`,
  ']': (line) => `${line}]`,
  ',': (line) => `,${line}`,
  ':': () => ': ',
};

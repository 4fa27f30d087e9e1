import { parseErrorAt, TraceQlError } from '../traceql-error.js';
import { attributeScopes, intrinsicOf } from '../tree/field.js';
import { scanNumber } from './scan-number.js';
import { matchAt, type Token } from './token.js';

/** Maximum size of a query. */
const MAX_QUERY_BYTES = 128 * 1024;

/** Matches an operator or a bracket. The longest operator that matches is used. */
const symbols =
  /(?:&>>|&<<|!>>|!<<|&&|\|\||>>|<<|&>|&<|&~|!>|!<|!~|=~|!=|<=|>=|==|[{}(),|=<>~!+\-*/%^&])/y;
const skipped = /(?:\s|\/\/[^\n]*|\/\*.*?\*\/)+/sy;
const word = /[A-Za-z_][A-Za-z0-9_]*(?::[A-Za-z]+)?/y;
const numberStart = /\.?[0-9]/y;

/** Splits a query into tokens. The last token has the kind `end`. Throws a TraceQlError. */
export function scanTokens(query: string): readonly Token[] {
  if (new TextEncoder().encode(query).length > MAX_QUERY_BYTES) {
    throw new TraceQlError(`the query has more than ${MAX_QUERY_BYTES} bytes`);
  }
  const tokens: Token[] = [];
  for (let offset = skip(query, 0); offset < query.length; ) {
    const token = scanToken(query, offset);
    tokens.push(token);
    offset = skip(query, offset + token.text.length);
  }
  tokens.push({ kind: 'end', text: 'end of query', offset: query.length });
  return tokens;
}

function scanToken(query: string, offset: number): Token {
  const first = query[offset] ?? '';
  if (first === '"' || first === '`') {
    const { text, value } = scanText(query, offset);
    return { kind: 'literal', text, offset, literal: { type: 'string', value } };
  }
  if (matchAt(numberStart, query, offset) !== undefined) {
    return { kind: 'literal', offset, ...scanNumber(query, offset) };
  }
  if (first === '.') {
    return attributeToken(query, offset, undefined);
  }
  const symbol = matchAt(symbols, query, offset);
  if (symbol !== undefined) {
    return { kind: 'symbol', text: symbol, offset };
  }
  const text = matchAt(word, query, offset);
  if (text === undefined) {
    throw parseErrorAt(
      query,
      offset,
      `unexpected ${JSON.stringify(String.fromCodePoint(query.codePointAt(offset) ?? 0))}`,
    );
  }
  return wordToken(query, offset, text);
}

function wordToken(query: string, offset: number, text: string): Token {
  if (text === 'parent' || text.startsWith('parent:')) {
    throw new TraceQlError('parent is not supported');
  }
  const scope = attributeScopes.find((name) => name === text);
  if (scope !== undefined && query[offset + text.length] === '.') {
    return attributeToken(query, offset, scope);
  }
  const name = intrinsicOf(text);
  return name === undefined
    ? { kind: 'word', text, offset }
    : { kind: 'field', text, offset, field: { kind: 'intrinsic', name } };
}

function attributeToken(
  query: string,
  offset: number,
  scope: (typeof attributeScopes)[number] | undefined,
): Token {
  const { text, name } = scanName(query, offset + (scope?.length ?? 0) + 1);
  return {
    kind: 'field',
    text: `${scope ?? ''}.${text}`,
    offset,
    field: { kind: 'attribute', scope, name },
  };
}

function skip(query: string, offset: number): number {
  return offset + (matchAt(skipped, query, offset)?.length ?? 0);
}

const plainPart = /[^\s{}()=~!<>&|^,"]+/y;
const quotedPart = /"(?:[^"\\]|\\["\\])*"/y;

/**
 * Scans an attribute name after the dot. Quoted parts may contain any character, and unquoted parts may contain
 * arithmetic operators. Throws if the name is empty.
 */
function scanName(query: string, start: number): { readonly text: string; readonly name: string } {
  let [end, name] = [start, ''];
  for (;;) {
    const isQuoted = query[end] === '"';
    const pattern = isQuoted ? quotedPart : plainPart;
    const part = matchAt(pattern, query, end);
    if (part === undefined) {
      break;
    }
    name += isQuoted ? part.slice(1, -1).replaceAll(/\\(["\\])/g, '$1') : part;
    end += part.length;
  }
  if (query[end] === '"') {
    throw parseErrorAt(
      query,
      end,
      'the quoted name does not end, or has another escape than \\" and \\\\',
    );
  }
  if (name === '') {
    throw parseErrorAt(query, start, 'expected the name of an attribute');
  }
  return { text: query.slice(start, end), name };
}

const rawText = /`[^`]*`/y;
const quotedText = /"(?:[^"\\\n]|\\.)*"/y;
const escapeSequence =
  /\\(?:([abfnrtv\\"'])|([0-7]{3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))|\\(?:.|$)/gs;

/** Characters that single-letter escapes represent. */
const characters = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
  ['"', '"'],
  ["'", "'"],
]);

/** Scans a string: raw in backquotes, or with Go escapes in double quotes. */
function scanText(query: string, start: number): { readonly text: string; readonly value: string } {
  const isRaw = query[start] === '`';
  const pattern = isRaw ? rawText : quotedText;
  const text = matchAt(pattern, query, start);
  if (text === undefined) {
    throw parseErrorAt(query, start, 'the string does not end');
  }
  const inner = text.slice(1, -1);
  return { text, value: isRaw ? inner : withoutEscapes(inner, query, start + 1) };
}

/** Decodes escapes to bytes first, because several `\x` and octal escapes may form one UTF-8 character. */
function withoutEscapes(inner: string, query: string, start: number): string {
  if (!inner.includes('\\')) {
    return inner;
  }
  const parts: Uint8Array[] = [];
  const encoder = new TextEncoder();
  let end = 0;
  for (const match of inner.matchAll(escapeSequence)) {
    parts.push(encoder.encode(inner.slice(end, match.index)));
    parts.push(
      bytesOf(match, () => parseErrorAt(query, start + match.index, `unknown escape ${match[0]}`)),
    );
    end = match.index + match[0].length;
  }
  parts.push(encoder.encode(inner.slice(end)));
  return new TextDecoder().decode(Uint8Array.from(parts.flatMap((part) => [...part])));
}

function bytesOf(
  [, character, octal, hex, short, long]: RegExpExecArray,
  refusal: () => Error,
): Uint8Array {
  const byte = Number.parseInt(octal ?? hex ?? '', octal === undefined ? 16 : 8);
  if (byte <= 255) {
    return Uint8Array.of(byte);
  }
  const text =
    character === undefined
      ? characterOf(Number.parseInt(short ?? long ?? '', 16))
      : characters.get(character);
  if (text === undefined) {
    throw refusal();
  }
  return new TextEncoder().encode(text);
}

/** Returns the character for a code point; undefined if the code point is invalid. */
function characterOf(point: number): string | undefined {
  const isCharacter = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  return isCharacter ? String.fromCodePoint(point) : undefined;
}

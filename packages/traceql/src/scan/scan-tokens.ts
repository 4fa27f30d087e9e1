import { parseErrorAt, TraceQlError } from '../traceql-error.js';
import { attributeScopes, intrinsicOf } from '../tree/field.js';
import { scanName } from './scan-name.js';
import { scanNumber } from './scan-number.js';
import { scanText } from './scan-text.js';
import type { Token } from './token.js';

/** Maximum size of a query. */
const MAX_QUERY_BYTES = 128 * 1024;

/** Operators and brackets. The longest match counts. */
const symbols =
  /(?:&>>|&<<|!>>|!<<|&&|\|\||>>|<<|&>|&<|&~|!>|!<|!~|=~|!=|<=|>=|==|[{}(),|=<>~!+\-*/%^&])/y;
const skipped = /(?:\s|\/\/[^\n]*|\/\*.*?\*\/)+/sy;
const word = /[A-Za-z_][A-Za-z0-9_]*(?::[A-Za-z]+)?/y;
const numberStart = /\.?[0-9]/y;

/** Splits a query into tokens. The last one has the kind `end`. Throws TraceQlError. */
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

/** Returns the match of a sticky pattern at an offset. */
function matchAt(pattern: RegExp, text: string, offset: number): string | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0];
}

import { parseErrorAt } from '../traceql-error.js';

const rawText = /`[^`]*`/y;
const quotedText = /"(?:[^"\\\n]|\\.)*"/y;
const escapeSequence =
  /\\(?:([abfnrtv\\"'])|([0-7]{3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))|\\(?:.|$)/gs;

/** Characters of single-letter escapes. */
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

/** Scans a string: raw in backquotes, or in double quotes with the escapes of Go. */
export function scanText(
  query: string,
  start: number,
): { readonly text: string; readonly value: string } {
  const isRaw = query[start] === '`';
  const pattern = isRaw ? rawText : quotedText;
  pattern.lastIndex = start;
  const text = pattern.exec(query)?.[0];
  if (text === undefined) {
    throw parseErrorAt(query, start, 'the string does not end');
  }
  const inner = text.slice(1, -1);
  return { text, value: isRaw ? inner : withoutEscapes(inner, query, start + 1) };
}

/** Decodes escapes to bytes first, because several `\x` and octal escapes may form one character in UTF-8. */
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

/** Returns the character of a code point; undefined for an invalid code point. */
function characterOf(point: number): string | undefined {
  const isCharacter = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  return isCharacter ? String.fromCodePoint(point) : undefined;
}

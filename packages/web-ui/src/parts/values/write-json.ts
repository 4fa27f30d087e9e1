import { asUnread } from '../../api/json/unread-json.js';
import type { Json } from '../../api/shown-span.js';

/**
 * Serializes JSON with all digits of its integers and without undefined members. `indent` is the number of spaces per
 * level; 0 yields a single line. Values that have not been parsed are copied unchanged.
 */
export function writeJson(value: Json, indent = 0): string {
  return write(value, indent, '\n');
}

function write(value: Json, indent: number, lineStart: string): string {
  if (typeof value === 'bigint') {
    return value.toString();
  }
  if (typeof value === 'number') {
    return writeNumber(value);
  }
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value);
  }
  const unread = asUnread(value);
  if (unread !== undefined) {
    return unread.text;
  }
  const inner = lineStart + ' '.repeat(indent);
  const colon = indent === 0 ? ':' : ': ';
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((item: Json | undefined) => write(item ?? null, indent, inner))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(
          ([name, member]: [string, Json]) =>
            `${JSON.stringify(name)}${colon}${write(member, indent, inner)}`,
        );
  if (parts.length === 0) {
    return `${open}${close}`;
  }
  return indent === 0
    ? `${open}${parts.join(',')}${close}`
    : `${open}${inner}${parts.join(`,${inner}`)}${lineStart}${close}`;
}

/**
 * Formats a number. An integer that was rounded is written with an exponent, because plain digits would suggest that
 * the value is exact.
 */
function writeNumber(value: number): string {
  if (Object.is(value, -0)) {
    return '-0';
  }
  const isRounded = Number.isInteger(value) && !Number.isSafeInteger(value);
  return isRounded ? value.toExponential() : JSON.stringify(value);
}

const prefix = /^(?:STATUS_CODE|SPAN_KIND)_/;

/**
 * Returns the display name of a value. The common prefix of enumeration values is removed, and a blank string is
 * described in words.
 */
export function nameOfValue(value: Json): string {
  const text = typeof value === 'string' ? value : writeJson(value);
  if (text.trim() === '') {
    return '(blank)';
  }
  return prefix.test(text) ? text.replace(prefix, '').toLowerCase() : text;
}

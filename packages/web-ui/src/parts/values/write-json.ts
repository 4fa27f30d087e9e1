import { unreadOf } from '../../api/json/unread-json.js';
import type { Json } from '../../api/shown-span.js';

/**
 * Writes JSON with every digit of its integers, and without undefined members. Each level is indented by `indent`
 * spaces; if `indent` is 0, the result is a single line. A value that has not been parsed is written as it was sent.
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
  const unread = unreadOf(value);
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
 * Writes a number. A rounded integer is written with an exponent, because plain digits would suggest an exact value.
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
 * Returns the display name of a value. Enumerations lose their common prefix, and a blank text is described in words.
 */
export function nameOfValue(value: Json): string {
  const text = typeof value === 'string' ? value : writeJson(value);
  if (text.trim() === '') {
    return '(blank)';
  }
  return prefix.test(text) ? text.replace(prefix, '').toLowerCase() : text;
}

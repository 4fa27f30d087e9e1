import { compareCodePoints } from '../../json/compare-code-points.js';
import { isJsonObject, type JsonValue } from '../../json/json.js';

/**
 * Returns compact JSON with sorted keys, with texts escaped exactly as ClickHouse escapes them:
 * upper-case hex, and U+2028 and U+2029 escaped.
 */
export function toSortedJson(value: JsonValue): string {
  if (typeof value === 'string') {
    return toJsonText(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map(toSortedJson).join(',')}]`;
  }
  if (!isJsonObject(value)) {
    return String(value);
  }
  const members = Object.entries(value)
    .sort(([left], [right]) => compareCodePoints(left, right))
    .map(([name, member]) => `${toJsonText(name)}:${toSortedJson(member)}`);
  return `{${members.join(',')}}`;
}

function toJsonText(text: string): string {
  return JSON.stringify(text)
    .replace(/\\(?:u([0-9a-f]{4})|.)/g, (letter, hex?: string) =>
      hex === undefined ? letter : `\\u${hex.toUpperCase()}`,
    )
    .replace(/[\u2028\u2029]/g, (separator) => `\\u${separator.charCodeAt(0).toString(16)}`);
}

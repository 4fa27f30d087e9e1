import type { JsonValue } from '../json/json.js';

const zeroTraceId = '0'.repeat(32);
const zeroSpanId = '0'.repeat(16);
const uuidPrefix = 'urn:uuid:';

/** Converts a trace id to 32 lower-case hex digits; returns `undefined` for an invalid id (see docs/api/ingest.md). */
export function parseTraceId(value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string') {
    return undefined;
  }
  const traceId = isLowerHex(value, 32) ? value : readLenientTraceId(value);
  return traceId === zeroTraceId ? undefined : traceId;
}

/** Converts a span id to 16 lower-case hex digits; returns `undefined` for an invalid id. */
export function parseSpanId(value: JsonValue | undefined): string | undefined {
  const spanId = readSpanId(value);
  return spanId === zeroSpanId ? undefined : spanId;
}

/**
 * Parses a parent's span id. Returns `''` if there is no parent (absent, null, empty or all zeros), and `undefined` for
 * an invalid id.
 */
export function parseParentId(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null || value === '') {
    return '';
  }
  const spanId = readSpanId(value);
  return spanId === zeroSpanId ? '' : spanId;
}

/**
 * Converts a UUID of any version, including all zeros, to lower case with dashes. Accepts the same spellings as
 * `parseTraceId`.
 */
export function parseUuid(value: JsonValue | undefined): string | undefined {
  const digits = typeof value === 'string' ? readUuidDigits(value) : undefined;
  return digits === undefined ? undefined : toDashedUuid(digits);
}

/** Inserts the dashes of a UUID. `hex` MUST consist of 32 hex digits. */
export function toDashedUuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function readLenientTraceId(text: string): string | undefined {
  return readUuidDigits(text.length === 34 && text.startsWith('0x') ? text.slice(2) : text);
}

function readSpanId(value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string') {
    return undefined;
  }
  if (isLowerHex(value, 16)) {
    return value;
  }
  const digits = value.length === 18 && value.startsWith('0x') ? value.slice(2) : value;
  const lowered = digits.length === 16 ? digits.toLowerCase() : digits;
  return isLowerHex(lowered, 16) ? lowered : readUuidDigits(value)?.slice(16);
}

function readUuidDigits(text: string): string | undefined {
  const bare = text.startsWith(uuidPrefix) ? text.slice(uuidPrefix.length) : text;
  const digits = withoutBraces(bare).replaceAll('-', '').toLowerCase();
  return isLowerHex(digits, 32) ? digits : undefined;
}

/**
 * Removes the braces around a string. Uses a loop, because a regular expression would take quadratic time if there are
 * many braces before the end.
 */
function withoutBraces(text: string): string {
  let from = 0;
  let to = text.length;
  while (text[from] === '{') {
    from++;
  }
  while (to > from && text[to - 1] === '}') {
    to--;
  }
  return text.slice(from, to);
}

/**
 * Returns whether a string consists of lower-case hex digits. Uses a loop, because a regular expression takes twice as
 * long and the function runs three times per span.
 */
function isLowerHex(text: string, length: number): boolean {
  if (text.length !== length) {
    return false;
  }
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    const isHex = (code >= 48 && code <= 57) || (code >= 97 && code <= 102);
    if (!isHex) {
      return false;
    }
  }
  return true;
}

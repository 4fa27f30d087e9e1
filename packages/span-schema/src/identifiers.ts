import type { JsonValue } from './json.js';

const ZERO_TRACE_ID = '0'.repeat(32);
const ZERO_SPAN_ID = '0'.repeat(16);
const UUID_PREFIX = 'urn:uuid:';
const BRACES = /^\{+|\}+$/g;

/** 32 lower-case hex digits, or `undefined` when the value is no usable trace id (API: "Ids"). */
export function parseTraceId(value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string') {
    return undefined;
  }
  const traceId = isLowerHex(value, 32) ? value : readLenientTraceId(value);
  return traceId === ZERO_TRACE_ID ? undefined : traceId;
}

/** 16 lower-case hex digits, or `undefined` when the value is no usable span id. */
export function parseSpanId(value: JsonValue | undefined): string | undefined {
  const spanId = readSpanId(value);
  return spanId === ZERO_SPAN_ID ? undefined : spanId;
}

/** The parent's span id, `''` for "no parent" (absent, null, empty or all-zero), `undefined` when it is malformed. */
export function parseParentId(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null || value === '') {
    return '';
  }
  const spanId = readSpanId(value);
  return spanId === ZERO_SPAN_ID ? '' : spanId;
}

/** A dashed lower-case UUID of any version, all-zero included; read as leniently as a trace id. */
export function parseUuid(value: JsonValue | undefined): string | undefined {
  const digits = typeof value === 'string' ? readUuidDigits(value) : undefined;
  return digits === undefined ? undefined : toDashedUuid(digits);
}

/** `hex` MUST be 32 hex digits. */
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
  const bare = text.startsWith(UUID_PREFIX) ? text.slice(UUID_PREFIX.length) : text;
  const digits = bare.replace(BRACES, '').replaceAll('-', '').toLowerCase();
  return isLowerHex(digits, 32) ? digits : undefined;
}

/** A loop: half the cost of a regular expression, and this runs three times per span. */
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

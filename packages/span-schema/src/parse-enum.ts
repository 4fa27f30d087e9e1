import type { JsonValue } from './json.js';
import {
  SPAN_KINDS,
  SPAN_TYPES,
  type SpanKind,
  type SpanStatusCode,
  type SpanType,
  STATUS_CODES,
} from './span-enums.js';

const SPAN_TYPES_BY_TEXT = new Map<unknown, SpanType>(SPAN_TYPES.map((type) => [type, type]));
const SPAN_KINDS_BY_TEXT = new Map<unknown, SpanKind>(SPAN_KINDS.map((kind) => [kind, kind]));
const STATUS_CODES_BY_TEXT = new Map<unknown, SpanStatusCode>(
  STATUS_CODES.map((code) => [code, code]),
);

export function parseSpanType(value: JsonValue | undefined): SpanType | undefined {
  return SPAN_TYPES_BY_TEXT.get(value);
}

export function parseSpanKind(value: JsonValue | undefined): SpanKind | undefined {
  return SPAN_KINDS_BY_TEXT.get(value);
}

export function parseStatusCode(value: JsonValue | undefined): SpanStatusCode | undefined {
  return STATUS_CODES_BY_TEXT.get(value);
}

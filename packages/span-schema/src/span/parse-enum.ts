import type { JsonValue } from '../json/json.js';
import {
  type SpanKind,
  type SpanStatusCode,
  type SpanType,
  spanKinds,
  spanTypes,
  statusCodes,
} from './span-enums.js';

const spanTypesByText = new Map<unknown, SpanType>(spanTypes.map((type) => [type, type]));
const spanKindsByText = new Map<unknown, SpanKind>(spanKinds.map((kind) => [kind, kind]));
const statusCodesByText = new Map<unknown, SpanStatusCode>(statusCodes.map((code) => [code, code]));

/** Returns the span type of that exact spelling, or `undefined`. */
export function parseSpanType(value: JsonValue | undefined): SpanType | undefined {
  return spanTypesByText.get(value);
}

/** Returns the span kind of that exact spelling, or `undefined`. */
export function parseSpanKind(value: JsonValue | undefined): SpanKind | undefined {
  return spanKindsByText.get(value);
}

/** Returns the status code of that exact spelling, or `undefined`. */
export function parseStatusCode(value: JsonValue | undefined): SpanStatusCode | undefined {
  return statusCodesByText.get(value);
}

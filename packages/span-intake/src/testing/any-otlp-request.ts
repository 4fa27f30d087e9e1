import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import {
  anyJsonObject,
  anyPartial,
  anySpanId,
  anyText,
  anyTraceId,
  anyUint32,
} from '@spanhouse/span-schema/testing';
import fc from 'fast-check';

/** Converts a value to an OTLP JSON AnyValue. Integers beyond int64 become doubles, as they do in SDKs. */
export function toAnyValue(value: JsonValue): JsonObject {
  switch (typeof value) {
    case 'string':
      return { stringValue: value };
    case 'boolean':
      return { boolValue: value };
    case 'bigint':
      return isInt64(value) ? { intValue: String(value) } : { doubleValue: Number(value) };
    case 'number':
      return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
    default:
      return toNestedValue(value);
  }
}

export function toKeyValues(attributes: JsonObject): JsonObject[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: toAnyValue(value) }));
}

/** Generates an OTLP JSON request whose ids, times and enums may be invalid. */
export function anyOtlpRequest(): fc.Arbitrary<JsonObject> {
  const scopeSpans = anyPartial({
    scope: anyPartial({ name: anyText(), version: anyText(), attributes: anyKeyValues() }),
    spans: fc.array(anyOtlpSpan(), { maxLength: 3 }),
    schemaUrl: anyText(),
  });
  const resourceSpans = anyPartial({
    resource: anyPartial({ attributes: anyKeyValues(), droppedAttributesCount: anyUint32() }),
    scopeSpans: fc.array(scopeSpans, { maxLength: 2 }),
    schemaUrl: anyText(),
  });
  return anyPartial({ resourceSpans: fc.array(resourceSpans, { maxLength: 2 }) });
}

function anyOtlpSpan(): fc.Arbitrary<JsonObject> {
  return anyPartial({
    traceId: anyId(anyTraceId()),
    spanId: anyId(anySpanId()),
    parentSpanId: fc.oneof(fc.constant(''), fc.constant('0'.repeat(16)), anyId(anySpanId())),
    traceState: anyText(),
    name: anyText(),
    kind: fc.integer({ min: 0, max: 6 }),
    startTimeUnixNano: anyTime(),
    endTimeUnixNano: anyTime(),
    attributes: anyKeyValues(),
    events: fc.array(anyOtlpEvent(), { maxLength: 2 }),
    links: fc.array(anyOtlpLink(), { maxLength: 2 }),
    droppedAttributesCount: anyUint32(),
    droppedEventsCount: anyUint32(),
    droppedLinksCount: anyUint32(),
    flags: anyUint32(),
    status: anyPartial({ message: anyText(), code: fc.integer({ min: 0, max: 3 }) }),
  });
}

function anyOtlpEvent(): fc.Arbitrary<JsonObject> {
  return anyPartial({
    timeUnixNano: anyTime(),
    name: anyText(),
    attributes: anyKeyValues(),
    droppedAttributesCount: anyUint32(),
  });
}

function anyOtlpLink(): fc.Arbitrary<JsonObject> {
  return anyPartial({
    traceId: anyId(anyTraceId()),
    spanId: anyId(anySpanId()),
    traceState: anyText(),
    attributes: anyKeyValues(),
    flags: anyUint32(),
  });
}

function anyKeyValues(): fc.Arbitrary<JsonObject[]> {
  return anyJsonObject().map(toKeyValues);
}

function anyId(id: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof({ weight: 20, arbitrary: id }, { weight: 1, arbitrary: fc.constant('00ff') });
}

function anyTime(): fc.Arbitrary<string> {
  return fc
    .oneof(
      { weight: 10, arbitrary: fc.bigInt({ min: 0n, max: 9_223_372_036_854_775_807n }) },
      { weight: 1, arbitrary: fc.constantFrom(0n, 2n ** 64n - 1n) },
    )
    .map(String);
}

function toNestedValue(value: null | JsonValue[] | JsonObject): JsonObject {
  if (value === null) {
    return {};
  }
  return Array.isArray(value)
    ? { arrayValue: { values: value.map(toAnyValue) } }
    : { kvlistValue: { values: toKeyValues(value) } };
}

function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

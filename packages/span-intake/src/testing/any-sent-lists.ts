import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import { anyJsonObject, anyText, anyTraceId, anyUint32 } from '@spanhouse/span-schema/testing';
import fc from 'fast-check';

/** Generates attributes of a list entry: a key that is hashed, dotted keys, or any others. */
function anyEntryAttributes(keys: readonly string[]): fc.Arbitrary<JsonObject> {
  return fc.oneof(
    fc.constantFrom<JsonObject>({}, { 'a.b': 1, 'a.c': [null] }, { a: 1, 'a.b': 2 }),
    fc.constantFrom(...keys).map((key): JsonObject => ({ key })),
    anyJsonObject(1),
  );
}

export function anySentLinks(spanId: fc.Arbitrary<string>): fc.Arbitrary<JsonObject[]> {
  const link = fc.record(
    {
      trace_id: anyTraceId(),
      span_id: spanId,
      attributes: anyEntryAttributes(['invocation', 'ü ber']),
      trace_state: anyText(),
      flags: anyUint32(),
      dropped_attributes_count: fc.nat(2),
    },
    { requiredKeys: ['trace_id', 'span_id'], noNullPrototype: true },
  );
  return fc.array(link, { maxLength: 2 });
}

export function anySentEvents(time: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonObject[]> {
  const event = fc.record(
    {
      name: fc.oneof(fc.constantFrom('exception', 'retry'), anyText()),
      timestamp: time,
      attributes: fc.oneof(
        fc.constantFrom<JsonObject>({}, { 'exception.type': 'E' }),
        anyJsonObject(1),
      ),
      dropped_attributes_count: fc.nat(2),
    },
    { requiredKeys: ['name', 'timestamp'], noNullPrototype: true },
  );
  return fc.array(event, { maxLength: 3 });
}

export function anySentReferences(): fc.Arbitrary<JsonObject[]> {
  const reference = fc.record(
    {
      id: fc.uuid(),
      slug: fc.constantFrom('my-app', 'a.b_c'),
      version: anyText(),
      attributes: anyEntryAttributes(['application', 'testset_revision', 'unknown']),
    },
    { requiredKeys: [], noNullPrototype: true },
  );
  return fc.array(reference, { maxLength: 2 });
}

export function anySentHashes(): fc.Arbitrary<JsonObject[]> {
  const hash = fc.record(
    { id: fc.uuid(), attributes: anyEntryAttributes(['own']) },
    { requiredKeys: [], noNullPrototype: true },
  );
  return fc.array(hash, { maxLength: 2 });
}

export function anySentResource(): fc.Arbitrary<JsonObject> {
  return fc.record(
    {
      attributes: fc.oneof(fc.constant<JsonObject>({ 'service.name': 'shop' }), anyJsonObject(1)),
      dropped_attributes_count: fc.nat(2),
      schema_url: anyText(),
    },
    { requiredKeys: [], noNullPrototype: true },
  );
}

export function anySentScope(): fc.Arbitrary<JsonObject> {
  return fc.record(
    {
      name: anyText(),
      version: anyText(),
      attributes: anyJsonObject(1),
      dropped_attributes_count: fc.nat(2),
      schema_url: anyText(),
    },
    { requiredKeys: [], noNullPrototype: true },
  );
}

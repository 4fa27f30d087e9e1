import fc from 'fast-check';
import { anyJsonObject, anyPartial, anyText, anyUint32 } from './any-json.js';

const slug = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,20}$/;

export function anyReferences(attributes = anyJsonObject()) {
  const slugs = fc.stringMatching(slug);
  return anyListOf(anyPartial({ id: fc.uuid(), slug: slugs, version: anyText(), attributes }));
}

export function anyHashes(attributes = anyJsonObject()) {
  return anyListOf(anyPartial({ id: fc.uuid(), attributes }));
}

export function anyLinks(
  traceId: fc.Arbitrary<string>,
  spanId: fc.Arbitrary<string>,
  attributes = anyJsonObject(),
) {
  const members = {
    trace_id: traceId,
    span_id: spanId,
    attributes,
    trace_state: anyText(),
    flags: anyUint32(),
    dropped_attributes_count: anyUint32(),
  };
  return anyListOf(anyPartial(members, ['trace_id', 'span_id']));
}

export function anyEvents<Time>(timestamp: fc.Arbitrary<Time>, attributes = anyJsonObject()) {
  const name = fc.oneof(fc.constant('exception'), anyText());
  const members = { name, timestamp, attributes, dropped_attributes_count: anyUint32() };
  return anyListOf(anyPartial(members, ['name', 'timestamp']));
}

function anyListOf<T>(entry: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return fc.array(entry, { maxLength: 3 });
}

import fc from 'fast-check';
import type { SpanEvent, SpanHash, SpanLink, SpanReference } from '../span/span-lists.js';
import { anyJsonObject, anyText } from './any-json.js';

const slug = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,20}$/;

export function anyReferences(): fc.Arbitrary<SpanReference[]> {
  return anyListOf(
    fc.record(
      {
        id: fc.uuid(),
        slug: fc.stringMatching(slug),
        version: anyText(),
        attributes: anyJsonObject(),
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
  );
}

export function anyHashes(): fc.Arbitrary<SpanHash[]> {
  return anyListOf(
    fc.record(
      { id: fc.uuid(), attributes: anyJsonObject() },
      { requiredKeys: [], noNullPrototype: true },
    ),
  );
}

export function anyLinks(
  traceId: fc.Arbitrary<string>,
  spanId: fc.Arbitrary<string>,
): fc.Arbitrary<SpanLink[]> {
  return anyListOf(
    fc.record(
      {
        trace_id: traceId,
        span_id: spanId,
        attributes: anyJsonObject(),
        trace_state: anyText(),
        flags: fc.nat(),
        dropped_attributes_count: fc.nat(),
      },
      { requiredKeys: ['trace_id', 'span_id'], noNullPrototype: true },
    ),
  );
}

export function anyEvents(timeNs: fc.Arbitrary<bigint>): fc.Arbitrary<SpanEvent[]> {
  return anyListOf(
    fc.record(
      {
        name: anyText(),
        timestamp: timeNs,
        attributes: anyJsonObject(),
        dropped_attributes_count: fc.nat(),
      },
      { requiredKeys: ['name', 'timestamp'], noNullPrototype: true },
    ),
  );
}

function anyListOf<T>(entry: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return fc.array(entry, { maxLength: 3 });
}

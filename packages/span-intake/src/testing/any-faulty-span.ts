import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import fc from 'fast-check';
import type { DropCode } from '../submission/dropped-span.js';
import { anySentSpan } from './any-sent-span.js';

const traceId = 'a1'.repeat(16);

/** Members that make a span invalid, with the code under which it is dropped. */
const faults: readonly (readonly [DropCode, JsonObject])[] = [
  ['invalid_span', { attributes: [] }],
  ['invalid_span', { span_name: 3 }],
  ['invalid_span', { scope: { version: {} } }],
  ['invalid_trace_id', { trace_id: '0'.repeat(32) }],
  ['invalid_trace_id', { trace_id: null }],
  ['invalid_span_id', { span_id: 'xyz' }],
  ['invalid_parent_id', { parent_id: true }],
  ['invalid_time', { start_time: 12_345 }],
  ['invalid_time', { end_time: null, links: [] }],
  ['invalid_enum', { status_code: 'OK' }],
  ['invalid_event', { events: [{ name: 'e' }] }],
  ['invalid_link', { links: [{ trace_id: traceId }] }],
  ['invalid_reference', { references: [{ slug: 'a b' }] }],
  ['invalid_hash', { hashes: [{ id: 'x' }] }],
];

/** Generates a span that is dropped, and its drop code. */
export interface FaultySpan {
  span: JsonValue;
  code: DropCode;
}

export function anyFaultySpan(): fc.Arbitrary<FaultySpan> {
  const spoilt = fc
    .tuple(anySentSpan(), fc.constantFrom(...faults))
    .map(([span, [code, members]]): FaultySpan => ({ span: { ...span, ...members }, code }));
  const noSpan = fc
    .constantFrom<JsonValue>('no span', null, 3, [[]], true)
    .map((span): FaultySpan => ({ span, code: 'invalid_span' }));
  return fc.oneof({ weight: 4, arbitrary: spoilt }, { weight: 1, arbitrary: noSpan });
}

import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import fc from 'fast-check';
import type { DropCode } from '../submission/dropped-span.js';
import { anySentSpan } from './any-sent-span.js';

const traceId = 'a1'.repeat(16);

/** Members that make a span invalid, each with the resulting drop code. */
export const faultyMembers: readonly (readonly [DropCode, JsonObject])[] = [
  ['invalid_span', { attributes: [] }],
  ['invalid_span', { links: {} }],
  ['invalid_span', { events: 'x' }],
  ['invalid_span', { span_name: 3 }],
  ['invalid_span', { exception: 'x' }],
  ['invalid_span', { session_id: 3 }],
  ['invalid_span', { flags: -1 }],
  ['invalid_span', { dropped_links_count: 1.5 }],
  ['invalid_span', { resource: { attributes: 3 } }],
  ['invalid_span', { scope: { version: {} } }],
  ['invalid_trace_id', { trace_id: null }],
  ['invalid_trace_id', { trace_id: 3 }],
  ['invalid_trace_id', { trace_id: '0'.repeat(32) }],
  ['invalid_span_id', { span_id: 'xyz' }],
  ['invalid_parent_id', { parent_id: 'xyz' }],
  ['invalid_parent_id', { parent_id: true }],
  ['invalid_time', { start_time: null }],
  ['invalid_time', { end_time: 'yesterday' }],
  ['invalid_time', { start_time: 12_345 }],
  ['invalid_time', { end_time: null, links: [] }],
  ['invalid_enum', { span_type: 'LLM' }],
  ['invalid_enum', { span_kind: 3 }],
  ['invalid_enum', { status_code: 'OK' }],
  ['invalid_enum', { trace_type: 'x' }],
  ['invalid_event', { events: [3] }],
  ['invalid_event', { events: [{ timestamp: 1_777_629_600 }] }],
  ['invalid_event', { events: [{ name: 'e' }] }],
  ['invalid_event', { events: [{ name: 'e', timestamp: 'x' }] }],
  ['invalid_link', { links: [{ trace_id: traceId }] }],
  ['invalid_link', { links: [{ trace_id: traceId, span_id: 'xyz' }] }],
  ['invalid_link', { links: [{ trace_id: traceId, span_id: 'a1'.repeat(8), attributes: 3 }] }],
  ['invalid_reference', { references: [{ id: 'x' }] }],
  ['invalid_reference', { references: [{ slug: 'a b' }] }],
  ['invalid_reference', { references: ['x'] }],
  ['invalid_hash', { hashes: [{ id: 3 }] }],
  ['invalid_hash', { hashes: [null] }],
];

/** A span that is dropped, and its drop code. */
export interface FaultySpan {
  span: JsonValue;
  code: DropCode;
}

export function anyFaultySpan(): fc.Arbitrary<FaultySpan> {
  const spoilt = fc
    .tuple(anySentSpan(), fc.constantFrom(...faultyMembers))
    .map(([span, [code, members]]): FaultySpan => ({ span: { ...span, ...members }, code }));
  const noSpan = fc
    .constantFrom<JsonValue>('no span', null, 3, [[]], true)
    .map((span): FaultySpan => ({ span, code: 'invalid_span' }));
  return fc.oneof({ weight: 4, arbitrary: spoilt }, { weight: 1, arbitrary: noSpan });
}

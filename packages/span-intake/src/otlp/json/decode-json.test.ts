import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import { anyJsonValue } from '@spanhouse/span-schema/testing';
import fc from 'fast-check';
import { anOtlpSpan, otlpRequestOf, otlpSpanId, otlpTraceId } from '../../testing/otlp.js';
import { readOtlpJson } from './decode-json.js';

function read(body: JsonValue) {
  return readOtlpJson(body, 1_777_629_700_000_000_000n);
}

function resultOf(members: JsonObject) {
  const result = read(otlpRequestOf(anOtlpSpan(members)));
  if (result.status !== 'read') {
    throw new Error(result.reason);
  }
  return { draft: result.drafts[0], dropped: result.dropped[0] };
}

function readValue(value: JsonValue) {
  return resultOf({ attributes: [{ key: 'k', value }] }).draft?.attributes['k'];
}

describe('readOtlpJson', () => {
  it('reads ids in upper case', () => {
    const ids = { traceId: otlpTraceId.toUpperCase(), spanId: otlpSpanId.toUpperCase() };

    expect(resultOf(ids).draft).toMatchObject({ trace_id: otlpTraceId, span_id: otlpSpanId });
  });

  it('reads enums by name and 64-bit integers in every form', () => {
    const { draft } = resultOf({
      kind: 'SPAN_KIND_CONSUMER',
      status: { code: 'STATUS_CODE_ERROR', message: 'broken' },
      startTimeUnixNano: 1_777_629_660_000_000_001n,
      endTimeUnixNano: 1_777_629_661_000,
    });

    expect(draft).toMatchObject({
      span_kind: 'SPAN_KIND_CONSUMER',
      status_code: 'STATUS_CODE_ERROR',
      status_message: 'broken',
      start_time: 1_777_629_660_000_000_001n,
      end_time: 1_777_629_661_000n,
    });
    expect(readValue({ intValue: '9007199254740993' })).toBe(9_007_199_254_740_993n);
    expect(readValue({ intValue: 9_007_199_254_740_993n })).toBe(9_007_199_254_740_993n);
    expect(readValue({ intValue: '-7' })).toBe(-7);
  });

  it('reads null as absent, as the JSON mapping of protobuf allows', () => {
    const nulls = Object.fromEntries(
      ['parentSpanId', 'name', 'kind', 'attributes', 'events', 'links', 'status', 'flags'].map(
        (name) => [name, null],
      ),
    );

    expect(resultOf(nulls)).toEqual(resultOf({}));
    expect(readValue({ stringValue: null, intValue: 1 })).toBe(1);
  });

  it('reads bytes in either base64 alphabet, with or without padding', () => {
    expect(readValue({ bytesValue: '/wAB' })).toBe('/wAB');
    expect(readValue({ bytesValue: '_wA' })).toBe('/wA=');
  });

  it.each([
    ['invalid_span', { name: 5 }],
    ['invalid_span', { attributes: {} }],
    ['invalid_span', { attributes: ['x'] }],
    ['invalid_span', { attributes: [{ key: 1 }] }],
    ['invalid_span', { attributes: [{ key: 'k', value: 'bare' }] }],
    ['invalid_span', { attributes: [{ key: 'k', value: { intValue: '1.5' } }] }],
    ['invalid_span', { attributes: [{ key: 'k', value: { intValue: 2n ** 63n } }] }],
    ['invalid_span', { attributes: [{ key: 'k', value: { boolValue: 'true' } }] }],
    ['invalid_span', { attributes: [{ key: 'k', value: { doubleValue: 'x' } }] }],
    ['invalid_span', { attributes: [{ key: 'k', value: { bytesValue: '!' } }] }],
    ['invalid_span', { attributes: [{ key: 'k', value: { arrayValue: [] } }] }],
    ['invalid_span', { startTimeUnixNano: 'yesterday' }],
    ['invalid_span', { startTimeUnixNano: -1 }],
    ['invalid_span', { status: 'ok' }],
    ['invalid_span', { kind: {} }],
    ['invalid_span', { traceId: 5 }],
    ['invalid_enum', { kind: 'CLIENT' }],
    ['invalid_enum', { status: { code: 7 } }],
    ['invalid_time', { startTimeUnixNano: '18446744073709551615' }],
    ['invalid_trace_id', { traceId: `${'z'.repeat(21)} is not hex` }],
    ['invalid_trace_id', { traceId: 'z'.repeat(32) }],
    ['invalid_span_id', { spanId: '0'.repeat(16) }],
    ['invalid_parent_id', { parentSpanId: 'xyz' }],
    ['invalid_link', { links: [{ traceId: 'g'.repeat(32), spanId: otlpSpanId }] }],
  ])('drops a span as %s: %j', (code, members) => {
    expect(resultOf(members).dropped?.code).toBe(code);
  });

  it('drops an entry that is not an object and keeps its neighbours', () => {
    const result = read({
      resourceSpans: [{ scopeSpans: [{ spans: [null, 'x', anOtlpSpan(), []] }] }],
    });

    expect(result).toMatchObject({
      drafts: [{ span_id: otlpSpanId }],
      dropped: [
        { index: 0, code: 'invalid_span' },
        { index: 1, code: 'invalid_span' },
        { index: 3, code: 'invalid_span' },
      ],
    });
  });

  it.each([
    [null],
    [[]],
    [{ resourceSpans: {} }],
    [{ resourceSpans: [5] }],
    [{ resourceSpans: [{ scopeSpans: 'x' }] }],
    [{ resourceSpans: [{ resource: [], scopeSpans: [] }] }],
    [{ resourceSpans: [{ scopeSpans: [{ spans: {} }] }] }],
    [{ resourceSpans: [{ scopeSpans: [{ scope: { name: 1 }, spans: [] }] }] }],
  ])('answers undecodable when the spans cannot be found: %j', (body) => {
    expect(read(body).status).toBe('undecodable');
  });

  it('never throws', () => {
    fc.assert(
      fc.property(anyJsonValue(3), anyJsonValue(3), (one, other) => {
        for (const body of [
          one,
          { resourceSpans: one },
          { resourceSpans: [{ resource: one, scopeSpans: [{ scope: other, spans: [] }] }] },
          otlpRequestOf(anOtlpSpan({ attributes: one, events: other })),
          otlpRequestOf(anOtlpSpan({ attributes: [{ key: 'k', value: one }], links: [other] })),
        ]) {
          expect(['read', 'undecodable']).toContain(read(body).status);
        }
      }),
    );
  });
});

import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import { finishSpans } from '../canonical/finish-spans.js';
import { anOtlpSpan, encodeOtlp, otlpRequestOf, otlpSpanId, otlpTraceId } from '../testing/otlp.js';
import { readOtlpJson } from './json/decode-json.js';
import type { OtlpReadResult } from './otlp-spans.js';
import { readOtlpProtobuf } from './protobuf/decode-protobuf.js';

const RECEIVED_AT = 1_777_629_700_000_000_000n;

const readers: [string, (request: JsonObject) => OtlpReadResult][] = [
  ['protobuf', (request) => readOtlpProtobuf(encodeOtlp(request), RECEIVED_AT)],
  ['JSON', (request) => readOtlpJson(structuredClone(request), RECEIVED_AT)],
];

function attribute(key: string, value: JsonObject): JsonObject {
  return { key, value };
}

function text(key: string, stringValue: string) {
  return attribute(key, { stringValue });
}

/** The decoding rules of docs/api/otlp.md, which apply to both encodings. */
describe.each(readers)('the decoding of OTLP %s', (_encoding, read) => {
  const readSpan = (members: JsonObject): OtlpReadResult =>
    read(otlpRequestOf(anOtlpSpan(members)));

  const draftOf = (members: JsonObject) => {
    const result = readSpan(members);
    return result.status === 'read' ? result.drafts[0] : undefined;
  };

  it.each<[string, string, JsonObject]>([
    ['a trace id of 8 bytes', 'invalid_trace_id', { traceId: 'ab'.repeat(8) }],
    ['a trace id of 17 bytes', 'invalid_trace_id', { traceId: 'ab'.repeat(17) }],
    ['an all-zero trace id', 'invalid_trace_id', { traceId: '00'.repeat(16) }],
    ['no trace id', 'invalid_trace_id', { traceId: '' }],
    ['a span id of 4 bytes', 'invalid_span_id', { spanId: 'ab'.repeat(4) }],
    ['an all-zero span id', 'invalid_span_id', { spanId: '00'.repeat(8) }],
    ['no span id', 'invalid_span_id', { spanId: '' }],
    ['a parent of 16 bytes', 'invalid_parent_id', { parentSpanId: 'ab'.repeat(16) }],
    ['a link without trace id', 'invalid_link', { links: [{ spanId: otlpSpanId }] }],
    ['a link without span id', 'invalid_link', { links: [{ traceId: otlpTraceId }] }],
    [
      'a link to an all-zero span',
      'invalid_link',
      { links: [{ traceId: otlpTraceId, spanId: '00'.repeat(8) }] },
    ],
    ['a kind outside the enum', 'invalid_enum', { kind: 6 }],
    ['a negative kind', 'invalid_enum', { kind: -1 }],
    ['a status code outside the enum', 'invalid_enum', { status: { code: 3 } }],
    ['an end beyond 2262', 'invalid_time', { endTimeUnixNano: '18446744073709551615' }],
    ['an event without a time', 'invalid_event', { events: [{ name: 'untimed' }] }],
    [
      'a faulty link, kind and trace id',
      'invalid_trace_id',
      { links: [{}], kind: 9, traceId: '', spanId: '' },
    ],
    ['a faulty link, event and kind', 'invalid_enum', { links: [{}], events: [{}], kind: 9 }],
  ])('refuses a span with %s: %s', (_, code, members) => {
    expect(readSpan(members)).toMatchObject({ drafts: [], dropped: [{ index: 0, code }] });
  });

  it.each(['', '00'.repeat(8)])('reads the parent %p as no parent', (parentSpanId) => {
    expect(draftOf({ parentSpanId })?.parent_id).toBeUndefined();
  });

  it.each<[start: string, end: string, expected: [bigint, bigint]]>([
    ['1777629660000000001', '0', [1_777_629_660_000_000_001n, 1_777_629_660_000_000_001n]],
    ['0', '9', [9n, 9n]],
    ['0', '0', [RECEIVED_AT, RECEIVED_AT]],
    ['9', '7', [9n, 7n]],
  ])('reads the times %s and %s as nanoseconds, and 0 as missing', (start, end, expected) => {
    const draft = draftOf({ startTimeUnixNano: start, endTimeUnixNano: end });

    expect([draft?.start_time, draft?.end_time]).toEqual(expected);
  });

  it('reads an empty status message as absent and keeps an empty name', () => {
    expect(draftOf({ name: '', status: { message: '', code: 2 } })).toMatchObject({
      span_name: '',
      status_code: 'STATUS_CODE_ERROR',
      status_message: undefined,
    });
  });

  it.each<[string, JsonObject, JsonValue]>([
    ['a text', { stringValue: 'ü\u0000' }, 'ü\u0000'],
    ['a boolean', { boolValue: false }, false],
    ['a double', { doubleValue: -0.5 }, -0.5],
    ['an int64', { intValue: '-9223372036854775808' }, -9_223_372_036_854_775_808n],
    ['an int64 within 2^53', { intValue: '9007199254740991' }, 9_007_199_254_740_991],
    ['bytes as base64', { bytesValue: '/wAB' }, '/wAB'],
    ['an empty value as null', {}, null],
    ['NaN as text', { doubleValue: 'NaN' }, 'NaN'],
    ['Infinity as text', { doubleValue: 'Infinity' }, 'Infinity'],
    ['-Infinity as text', { doubleValue: '-Infinity' }, '-Infinity'],
    [
      'lists and objects nested',
      {
        arrayValue: {
          values: [{ kvlistValue: { values: [attribute('n', { intValue: '1' })] } }, {}],
        },
      },
      [{ n: 1 }, null],
    ],
  ])('keeps %s', (_, value, expected) => {
    expect(draftOf({ attributes: [attribute('k', value)] })?.attributes).toEqual({ k: expected });
  });

  it('keeps an attribute without a value as null', () => {
    expect(draftOf({ attributes: [{ key: 'k' }] })?.attributes).toEqual({ k: null });
  });

  it.each<[string, string, JsonObject[]]>([
    ['annotation', 'a link has the attribute key', [text('key', 'answer')]],
    ['invocation', 'its links have other attributes', [text('messaging.system', 'kafka')]],
    ['invocation', 'its links have no attributes', []],
  ])('makes the trace an %s when %s', (type, _, attributes) => {
    const link = { traceId: otlpTraceId, spanId: otlpSpanId, attributes };

    const result = readSpan({ links: [link] });

    const [finished] = result.status === 'read' ? finishSpans(result.drafts).spans : [];
    expect(finished?.trace_type).toBe(type);
    expect(finished?.links).toHaveLength(1);
  });

  it('keeps resource, scope, schema URLs, trace state, flags and dropped counts', () => {
    const span = anOtlpSpan({
      traceState: 'a=1',
      flags: 257,
      droppedAttributesCount: 1,
      droppedEventsCount: 2,
      droppedLinksCount: 3,
      events: [{ timeUnixNano: '7', name: 'e', droppedAttributesCount: 4 }],
      links: [
        {
          traceId: otlpTraceId,
          spanId: otlpSpanId,
          traceState: 'b=2',
          flags: 1,
          droppedAttributesCount: 5,
        },
      ],
    });
    const resource = { attributes: [text('service.name', 'shop')], droppedAttributesCount: 6 };
    const scope = { name: 's', version: '1', attributes: [text('a.b', 'c')] };
    const scopeSpans = [
      { scope: { ...scope, droppedAttributesCount: 7 }, schemaUrl: 'https://s', spans: [span] },
    ];

    const result = read({ resourceSpans: [{ resource, schemaUrl: 'https://r', scopeSpans }] });

    const [finished] = result.status === 'read' ? finishSpans(result.drafts).spans : [];
    expect(finished).toMatchObject({
      resource: {
        attributes: { 'service.name': 'shop' },
        dropped_attributes_count: 6,
        schema_url: 'https://r',
      },
      scope: {
        name: 's',
        version: '1',
        attributes: { 'a.b': 'c' },
        dropped_attributes_count: 7,
        schema_url: 'https://s',
      },
      trace_state: 'a=1',
      flags: 257,
      dropped_attributes_count: 1,
      dropped_events_count: 2,
      dropped_links_count: 3,
      events: [{ name: 'e', timestamp: 7n, dropped_attributes_count: 4 }],
      links: [{ trace_state: 'b=2', flags: 1, dropped_attributes_count: 5 }],
    });
  });

  it('decodes values that are marked as JSON, and keeps invalid JSON as text', () => {
    const draft = draftOf({
      attributes: [
        text('ag.data.x', '@ag.type=json:{"a":[null,9007199254740993]}'),
        text('ag.meta.y', '@ag.type=none:'),
        text('ag.meta.z', '@ag.type=json:{'),
        text('other', '@ag.type=none:'),
      ],
    });

    expect(draft?.attributes).toEqual({
      'ag.data.x': { a: [null, 9_007_199_254_740_993n] },
      'ag.meta.y': null,
      'ag.meta.z': '@ag.type=json:{',
      other: '@ag.type=none:',
    });
  });
});

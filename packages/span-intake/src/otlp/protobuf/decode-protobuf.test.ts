import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import { anyJsonObject } from '@spanhouse/span-schema/testing';
import fc from 'fast-check';
import type { SpanDraft } from '../../submission/span-draft.js';
import {
  anOtlpSpan,
  anyOtlpRequest,
  encodeOtlp,
  otlpRequestOf,
  otlpSpanId,
  otlpSpanIdFields,
  otlpTraceId,
  protobufMessage,
  protobufRequestOf,
  toKeyValues,
} from '../../testing/otlp.js';
import { readOtlpJson } from '../json/decode-json.js';
import { readOtlpProtobuf } from './decode-protobuf.js';

const RECEIVED_AT = 1_777_629_700_000_000_000n;

function read(body: Uint8Array) {
  return readOtlpProtobuf(body, RECEIVED_AT);
}

function draftOf(members: JsonObject): SpanDraft {
  const result = read(encodeOtlp(otlpRequestOf(anOtlpSpan(members))));
  const [draft] = result.status === 'read' ? result.drafts : [];
  if (draft === undefined) {
    throw new Error(JSON.stringify(result));
  }
  return draft;
}

function codeOf(members: JsonObject): string | undefined {
  const result = read(encodeOtlp(otlpRequestOf(anOtlpSpan(members))));
  return result.status === 'read' ? result.dropped[0]?.code : result.status;
}

describe('readOtlpProtobuf', () => {
  it('reads an empty body as a request without spans', () => {
    expect(read(new Uint8Array())).toEqual({
      status: 'read',
      drafts: [],
      dropped: [],
      failedAdapters: [],
    });
  });

  it('reads the same spans as from JSON, for any request', () => {
    fc.assert(
      fc.property(anyOtlpRequest(), (request) => {
        expect(read(encodeOtlp(request))).toEqual(readOtlpJson(request, RECEIVED_AT));
      }),
    );
  });

  it('keeps every attribute value exactly', () => {
    fc.assert(
      fc.property(anyJsonObject(3), (attributes) => {
        const draft = draftOf({ attributes: toKeyValues(attributes) });

        expect(draft.attributes).toEqual(asOtlpKeepsIt(attributes));
      }),
    );
  });

  it('keeps int64 exactly, as a bigint only beyond 2^53', () => {
    const integers = [
      0n,
      1n,
      -1n,
      127n,
      128n,
      2n ** 31n,
      -(2n ** 31n),
      2n ** 53n - 1n,
      2n ** 53n,
      2n ** 53n + 1n,
      -(2n ** 53n) - 1n,
      2n ** 63n - 1n,
      -(2n ** 63n),
    ];
    for (const integer of integers) {
      const { attributes } = draftOf({
        attributes: [{ key: 'n', value: { intValue: String(integer) } }],
      });
      const number = Number(integer);
      expect(attributes['n']).toBe(Number.isSafeInteger(number) ? number : integer);
    }
  });

  it('converts values that JSON cannot hold to texts', () => {
    const bytes = protobufMessage(
      9,
      protobufMessage(1, Buffer.from('b')),
      protobufMessage(2, protobufMessage(7, [0xff, 0, 1])),
    );
    const result = read(protobufRequestOf(bytes));
    const { attributes } = draftOf({
      attributes: [
        { key: 'nan', value: { doubleValue: 'NaN' } },
        { key: 'inf', value: { doubleValue: 'Infinity' } },
        { key: 'neg', value: { doubleValue: '-Infinity' } },
        { key: 'none', value: {} },
        { key: 'missing' },
      ],
    });

    expect(result).toMatchObject({ drafts: [{ attributes: { b: '/wAB' } }] });
    expect(attributes).toEqual({
      nan: 'NaN',
      inf: 'Infinity',
      neg: '-Infinity',
      none: null,
      missing: null,
    });
  });

  it('keeps attributes that are named like members of Object.prototype', () => {
    const draft = draftOf({
      attributes: toKeyValues(JSON.parse('{"__proto__":1,"constructor":"x","":true}')),
    });

    expect(Object.entries(draft.attributes)).toEqual([
      ['__proto__', 1],
      ['constructor', 'x'],
      ['', true],
    ]);
  });

  it('decodes only marked ag values', () => {
    const draft = draftOf({
      attributes: toKeyValues({
        'ag.data.inputs': '@ag.type=json:{"a":[1,null,18446744073709551615]}',
        'ag.meta.x': '@ag.type=none:',
        'ag.data.outputs': '@ag.type=json:{broken',
        'ag.foo': '@ag.type=json:1',
        other: '@ag.type=json:1',
      }),
    });

    expect(draft.attributes).toEqual({
      'ag.data.inputs': { a: [1, null, 18_446_744_073_709_551_615n] },
      'ag.meta.x': null,
      'ag.data.outputs': '@ag.type=json:{broken',
      'ag.foo': '@ag.type=json:1',
      other: '@ag.type=json:1',
    });
  });

  it('copies a missing time from the other one, or uses the time of receipt', () => {
    const times = (start: string, end: string) => {
      const draft = draftOf({ startTimeUnixNano: start, endTimeUnixNano: end });
      return [draft.start_time, draft.end_time];
    };

    expect(times('7', '0')).toEqual([7n, 7n]);
    expect(times('0', '9')).toEqual([9n, 9n]);
    expect(times('0', '0')).toEqual([RECEIVED_AT, RECEIVED_AT]);
    expect(times('9', '7')).toEqual([9n, 7n]);
  });

  it.each([
    ['invalid_trace_id', { traceId: '00'.repeat(16) }],
    ['invalid_trace_id', { traceId: 'ff'.repeat(8) }],
    ['invalid_span_id', { spanId: '' }],
    ['invalid_span_id', { spanId: 'ff'.repeat(16) }],
    ['invalid_parent_id', { parentSpanId: 'ff'.repeat(7) }],
    ['invalid_time', { endTimeUnixNano: '18446744073709551615' }],
    ['invalid_enum', { kind: 6 }],
    ['invalid_enum', { kind: -1 }],
    ['invalid_enum', { status: { code: 3 } }],
    ['invalid_event', { events: [{ name: 'untimed' }] }],
    ['invalid_link', { links: [{ traceId: otlpTraceId }] }],
    ['invalid_trace_id', { links: [{}], kind: 9, traceId: '', spanId: '' }],
    ['invalid_enum', { links: [{}], events: [{}], kind: 9 }],
  ])('refuses a span as %s: %j', (code, members) => {
    expect(codeOf(members)).toBe(code);
  });

  it('reads an all-zero parent as no parent', () => {
    expect(draftOf({ parentSpanId: '0'.repeat(16) }).parent_id).toBeUndefined();
    expect(draftOf({}).parent_id).toBeUndefined();
    expect(draftOf({ parentSpanId: otlpSpanId }).parent_id).toBe(otlpSpanId);
  });

  it('refuses and names one span without affecting its neighbours', () => {
    const bad = anOtlpSpan({ spanId: 'eee19b7ec3c1b175', kind: 99 });
    const result = read(
      encodeOtlp(otlpRequestOf(anOtlpSpan(), bad, anOtlpSpan({ name: 'after' }))),
    );

    expect(result).toMatchObject({
      status: 'read',
      drafts: [{ span_name: '' }, { span_name: 'after' }],
      dropped: [
        { trace_id: otlpTraceId, span_id: 'eee19b7ec3c1b175', index: 1, code: 'invalid_enum' },
      ],
    });
  });

  it('finds a resource and a scope that are encoded after their spans', () => {
    const resource = protobufMessage(
      1,
      protobufMessage(
        1,
        protobufMessage(1, Buffer.from('service.name')),
        protobufMessage(2, protobufMessage(1, Buffer.from('shop'))),
      ),
    );
    const scope = protobufMessage(1, protobufMessage(1, Buffer.from('demo')));
    const scopeSpans = protobufMessage(2, protobufMessage(2, otlpSpanIdFields), scope);

    expect(read(protobufMessage(1, scopeSpans, resource))).toMatchObject({
      drafts: [{ resource: { attributes: { 'service.name': 'shop' } }, scope: { name: 'demo' } }],
    });
  });

  it('shares resource and scope between the spans of one scope', () => {
    const result = read(
      encodeOtlp({
        resourceSpans: [
          {
            resource: { attributes: toKeyValues({ a: 1 }) },
            scopeSpans: [{ scope: { name: 's' }, spans: [anOtlpSpan(), anOtlpSpan()] }],
          },
        ],
      }),
    );
    const [first, second] = result.status === 'read' ? result.drafts : [];

    expect(first?.resource).toBe(second?.resource);
    expect(first?.scope).toBe(second?.scope);
  });
});

/** OTLP can only express an integer beyond int64 as a double. */
function asOtlpKeepsIt(value: JsonValue): JsonValue {
  if (typeof value === 'bigint') {
    return BigInt.asIntN(64, value) === value ? value : Number(value);
  }
  if (Array.isArray(value)) {
    return value.map(asOtlpKeepsIt);
  }
  if (!isJsonObject(value)) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, asOtlpKeepsIt(member)]),
  );
}

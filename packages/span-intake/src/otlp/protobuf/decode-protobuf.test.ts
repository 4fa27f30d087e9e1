import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import { anyJsonObject } from '@spanhouse/span-schema/testing';
import fc from 'fast-check';
import type { SpanDraft } from '../../submission/span-draft.js';
import {
  anOtlpSpan,
  anyOtlpRequest,
  encodeOtlp,
  otlpRequestOf,
  otlpSpanIdFields,
  otlpTraceId,
  protobufMessage,
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

  it('applies a resource and a scope that are encoded after their spans', () => {
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

/** Returns the value that remains after encoding as OTLP. An integer beyond int64 becomes a double. */
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

import type { JsonObject } from '@spanhouse/span-schema';
import fc from 'fast-check';
import {
  anOtlpSpan,
  anyOtlpRequest,
  encodeOtlp,
  otlpRequestOf,
  protobufMessage,
  protobufRequestOf,
  toKeyValues,
} from '../../testing/otlp.js';
import { readOtlpProtobuf } from './decode-protobuf.js';

function read(body: Uint8Array) {
  return readOtlpProtobuf(body, 1_777_629_700_000_000_000n);
}

/**
 * Returns a message that ends inside field 127, followed by another message. The bytes of the second message could
 * complete the field.
 */
function reachingOut(field: number[]) {
  return Buffer.concat([protobufMessage(1, field), protobufMessage(1, Buffer.alloc(20, 0x08))]);
}

describe('readOtlpProtobuf, given damaged or foreign bytes', () => {
  it('skips unknown fields, including groups, and fields of another wire type', () => {
    const unknown = Buffer.from([0xf8, 0x07, 1, 0xfb, 0x07, 0x08, 1, 0xfc, 0x07]); // field 127 as a varint and as a group
    const nameAsVarint = Buffer.from([5 << 3, 1]);
    const name = protobufMessage(5, Buffer.from('kept'));

    expect(
      read(Buffer.concat([unknown, protobufRequestOf(unknown, name, nameAsVarint)])),
    ).toMatchObject({
      drafts: [{ span_name: 'kept' }],
    });
  });

  it.each([
    ['a field that is longer than its message', Buffer.from([0x0a, 0x05, 1])],
    ['a field that reaches into the next message', reachingOut([0xfa, 0x07, 0x05])],
    ['a varint that reaches into the next message', reachingOut([0xf8, 0x07, 0x80])],
    ['a fixed64 that reaches into the next message', reachingOut([0xf9, 0x07, 1])],
    ['a fixed32 that reaches into the next message', reachingOut([0xfd, 0x07, 1])],
    ['field number 0', Buffer.from([0x00, 0x01])],
    ['a group that does not end', Buffer.from([0xfb, 0x07, 0x08, 1])],
    ['an end of no group', Buffer.from([0xfc, 0x07])],
    ['groups without end', Buffer.alloc(200_000, 0x0b)],
    ['a varint of 11 bytes', Buffer.from([0x0a, ...Array.from({ length: 11 }, () => 0xff), 1])],
    ['a wire type that does not exist', Buffer.from([0x0f, 1])],
    ['JSON', Buffer.from('{"resourceSpans":[]}')],
  ])('answers undecodable for %s', (_what, body) => {
    expect(read(body).status).toBe('undecodable');
  });

  it('bounds the nesting of values', () => {
    const nested = (levels: number): Buffer => {
      let value = protobufMessage(1, Buffer.from('deep'));
      for (let level = 0; level < levels; level++) {
        value = protobufMessage(5, protobufMessage(1, value));
      }
      return protobufRequestOf(
        protobufMessage(9, protobufMessage(1, Buffer.from('a')), protobufMessage(2, value)),
      );
    };

    expect(read(nested(500)).status).toBe('read');
    expect(read(nested(501)).status).toBe('undecodable');
    expect(read(nested(2000)).status).toBe('undecodable');
  });

  it('never throws and never reads beyond the end of a truncated body', () => {
    const [request] = fc.sample(anyFullRequest(), { numRuns: 1, seed: 7 });
    const body = encodeOtlp(request ?? {});
    const surroundings = Buffer.alloc(body.length + 64, 0x0a);
    for (let length = 0; length < body.length; length++) {
      surroundings.fill(0x0a);
      surroundings.set(body.subarray(0, length));
      const alone = read(Uint8Array.from(body.subarray(0, length)));

      expect(read(surroundings.subarray(0, length))).toEqual(alone);
    }
  });

  it('answers any damaged body with spans or undecodable', () => {
    fc.assert(
      fc.property(
        anyFullRequest(),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 5 }),
        (request, damage) => {
          const body = encodeOtlp(request);
          for (const [at, byte] of damage) {
            body[at % body.length] = byte;
          }
          expect(['read', 'undecodable']).toContain(read(body).status);
        },
      ),
    );
  });
});

function anyFullRequest(): fc.Arbitrary<JsonObject> {
  return anyOtlpRequest().map((request) => ({
    resourceSpans: [
      ...((request['resourceSpans'] ?? []) as JsonObject[]),
      ...(otlpRequestOf(
        anOtlpSpan({
          attributes: toKeyValues({ a: [1, 'x', { b: 2n ** 60n }] }),
          status: { code: 2 },
        }),
      )['resourceSpans'] as JsonObject[]),
    ],
  }));
}

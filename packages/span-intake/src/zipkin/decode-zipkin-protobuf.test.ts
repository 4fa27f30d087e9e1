import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@spanhouse/span-schema';
import fc from 'fast-check';
import { encodeZipkin } from '../testing/encode-zipkin.js';
import { aZipkinSpan } from '../testing/zipkin-span.js';
import { decodeZipkinProtobuf } from './decode-zipkin-protobuf.js';
import { readZipkinSpans } from './read-zipkin-spans.js';

const RECEIVED_AT = 1_777_629_700_000_000_000n;
const fixtures = join(__dirname, '../../test/fixtures/zipkin');

function decoded(bytes: Uint8Array): JsonObject[] {
  const result = decodeZipkinProtobuf(bytes);
  if (result.status !== 'read') {
    throw new Error(result.reason);
  }
  return result.spans;
}

/** Returns the stored spans and the response to the client. */
function outcomeOf(sent: readonly JsonObject[]) {
  const outcome = readZipkinSpans(structuredClone([...sent]), RECEIVED_AT);
  const { status, spans, dropped } = { spans: [], dropped: [], ...outcome };
  return { status, spans, dropped, detail: 'detail' in outcome ? outcome.detail : [] };
}

function readFixture(name: string): Buffer {
  return readFileSync(join(fixtures, name));
}

function anyId(bytes: number): fc.Arbitrary<string> {
  const id = fc.uint8Array({ minLength: bytes, maxLength: bytes });
  return id.map((given) => Buffer.from(given).toString('hex'));
}

const anyText = fc.string({ unit: 'grapheme', maxLength: 8 });
const anyMicroseconds = fc.oneof(
  fc.integer({ min: 1, max: 2 ** 52 }),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
);
const anyIpv4 = fc.ipV4();
/** Generates IPv6 addresses. No group is zero, so each address has only one spelling. */
const anyIpv6 = fc
  .array(fc.integer({ min: 1, max: 0xffff }), { minLength: 8, maxLength: 8 })
  .map((groups) => groups.map((group) => group.toString(16)).join(':'));
const nonEmpty = anyText.filter((text) => text !== '');
const anyEndpoint = fc.record(
  {
    serviceName: nonEmpty,
    ipv4: anyIpv4,
    ipv6: anyIpv6,
    port: fc.integer({ min: -1, max: 70_000 }).filter((port) => port !== 0),
  },
  { requiredKeys: [] },
);
const anyKind = fc.constantFrom<string | number>('CLIENT', 'SERVER', 'PRODUCER', 'CONSUMER', 7);

/** Generates spans that both encodings can express. Ids, kinds, ports and times may be invalid. */
const anySpan = fc.record(
  {
    traceId: fc.oneof(anyId(8), anyId(16), anyId(5), fc.constant('0'.repeat(16))),
    id: fc.oneof({ arbitrary: anyId(8), weight: 5 }, anyId(3)),
    parentId: anyId(8),
    kind: anyKind,
    name: nonEmpty,
    timestamp: anyMicroseconds,
    duration: anyMicroseconds,
    localEndpoint: anyEndpoint,
    remoteEndpoint: anyEndpoint,
    annotations: fc.array(fc.record({ timestamp: anyMicroseconds, value: nonEmpty }), {
      minLength: 1,
      maxLength: 3,
    }),
    tags: fc.dictionary(anyText, anyText, { minKeys: 1, maxKeys: 4 }),
    debug: fc.constant(true),
    shared: fc.constant(true),
  },
  { requiredKeys: ['traceId', 'id'] },
);

describe('decodeZipkinProtobuf', () => {
  it('reads the same spans, with the same faults, as the JSON form', () => {
    fc.assert(
      fc.property(fc.array(anySpan, { maxLength: 4 }), (sent) => {
        const spans = sent as unknown as JsonObject[];
        expect(outcomeOf(decoded(encodeZipkin(spans)))).toEqual(outcomeOf(spans));
      }),
    );
  });

  it.each(readdirSync(fixtures).filter((name) => name.endsWith('.json')))(
    'reads the spans of %s from both forms',
    (name) => {
      const spans = JSON.parse(readFixture(name).toString()) as JsonObject[];

      const outcome = outcomeOf(decoded(encodeZipkin(spans)));

      expect(outcome.status).toBe('accepted');
      expect(outcome).toEqual(outcomeOf(spans));
    },
  );

  it('reads the same spans from the protobuf and the JSON of py_zipkin', () => {
    const fromJson = JSON.parse(readFixture('py-zipkin.json').toString()) as JsonObject[];

    const spans = decoded(readFixture('py-zipkin.pb'));

    expect(spans).toHaveLength(3);
    expect(outcomeOf(spans)).toEqual(outcomeOf(fromJson));
  });

  it('writes addresses as texts', () => {
    const ipv6 = '0:0:0:0:0:0:0:1';
    const [span] = decoded(
      encodeZipkin([aZipkinSpan({ localEndpoint: { ipv4: '10.0.0.255', ipv6 } })]),
    );

    expect(span?.['localEndpoint']).toEqual({ ipv4: '10.0.0.255', ipv6: '::1' });
  });

  it('keeps the bytes of an address of another length in hex', () => {
    const span = Buffer.from([0x42, 0x05, 0x12, 0x03, 1, 2, 255]); // `localEndpoint.ipv4` with three bytes

    expect(decoded(inList(span))).toEqual([{ localEndpoint: { ipv4: '0102ff' } }]);
  });

  it('reads an empty body as an empty list, and skips unknown fields', () => {
    expect(decoded(Buffer.alloc(0))).toEqual([]);
    expect(
      decoded(Buffer.concat([Buffer.from([0x10, 0x01]), inList(Buffer.from([0x78, 1]))])),
    ).toEqual([{}]);
  });

  it('keeps a tag that is named like a member of Object.prototype', () => {
    const tags = JSON.parse('{"__proto__":"x"}') as JsonObject;
    const [span] = decoded(encodeZipkin([aZipkinSpan({ tags })]));

    expect(Object.entries(span?.['tags'] ?? {})).toEqual([['__proto__', 'x']]);
  });

  it.each([
    ['a text', Buffer.from('hello')],
    ['a message that is cut off', encodeZipkin([aZipkinSpan()]).subarray(0, -1)],
    ['the field number 0', Buffer.from([0x02, 0x00])],
  ])('calls %s undecodable, with the position', (_, bytes) => {
    const result = decodeZipkinProtobuf(bytes);

    expect(result).toEqual({
      status: 'undecodable',
      reason: expect.stringMatching(/ at byte \d+$/),
    });
  });

  it('never throws for any bytes', () => {
    const sound = encodeZipkin([aZipkinSpan({ tags: { a: 'b' }, localEndpoint: { port: 1 } })]);
    fc.assert(
      fc.property(fc.nat(sound.length - 1), fc.nat(255), (at, byte) => {
        const bytes = Buffer.from(sound);
        bytes[at] = byte;
        expect(() => decodeZipkinProtobuf(bytes)).not.toThrow();
      }),
    );
  });

  it('refuses a body with too many fields', () => {
    expect(decodeZipkinProtobuf(encodeZipkin([aZipkinSpan()]), 3)).toEqual({
      status: 'too_complex',
      limit: 'values',
      reason: 'Request body holds more than 3 fields.',
    });
  });

  it('refuses a body with more spans than its size allows', () => {
    const empty = (count: number) => Buffer.from('0a00'.repeat(count), 'hex');

    expect(decodeZipkinProtobuf(empty(10_000)).status).toBe('read');
    expect(decodeZipkinProtobuf(empty(20_000))).toMatchObject({
      status: 'too_complex',
      limit: 'containers',
    });
  });
});

/** Encodes a list that contains one span with these bytes. */
function inList(span: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x0a, span.length]), span]);
}

import { decodeTempo } from '@spanhouse/span-dialects/testing';
import type { JsonObject } from '@spanhouse/span-schema';
import fc from 'fast-check';
import { takeInOtlp } from '../testing/intake.js';
import { createTestTempo, type Shown } from '../testing/test-doors.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
const count = fc.integer({ min: 1, max: 1000 });
const time = fc.bigInt({ min: 1n, max: 2n ** 62n }).map(String);

const scalar = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }).map((stringValue) => ({ stringValue })),
  fc.boolean().map((boolValue) => ({ boolValue })),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((n) => ({ intValue: String(n) })),
  fc.integer({ min: -1000, max: 1000 }).map((n) => ({ doubleValue: n + 0.5 })),
);
const list = fc.oneof(
  fc.array(
    text.map((stringValue) => ({ stringValue })),
    { maxLength: 3 },
  ),
  fc.array(
    count.map((n) => ({ intValue: String(n) })),
    { maxLength: 3 },
  ),
);
const value = fc.oneof(
  { weight: 5, arbitrary: scalar },
  list.map((values) => ({ arrayValue: values.length === 0 ? {} : { values } })),
);
/** Generates attributes. Some keys contradict each other (`a` and `a.b`), and no key belongs to a naming convention. */
const attributes = fc
  .dictionary(fc.constantFrom('x', 'x.y', 'x.y.z', 'q.r', 'q', 'Key', 'k-1'), value, {
    minKeys: 1,
    maxKeys: 5,
  })
  .map((object) => Object.entries(object).map(([key, each]) => ({ key, value: each })));

const event = fc.record(
  { timeUnixNano: time, name: text, attributes, droppedAttributesCount: count },
  { requiredKeys: ['timeUnixNano', 'name'] },
);
const link = fc.record(
  {
    traceId: hex(32),
    spanId: hex(16),
    traceState: fc.constant('a=b'),
    attributes,
    droppedAttributesCount: count,
    flags: count,
  },
  { requiredKeys: ['traceId', 'spanId'] },
);
const span = fc.record(
  {
    traceId: fc.constant(traceId),
    spanId: hex(16),
    traceState: fc.constant('a=b'),
    parentSpanId: hex(16),
    name: text,
    kind: fc.integer({ min: 1, max: 5 }),
    startTimeUnixNano: time,
    endTimeUnixNano: time,
    attributes,
    droppedAttributesCount: count,
    events: fc.uniqueArray(event, { minLength: 1, maxLength: 3, selector: (e) => e.timeUnixNano }),
    droppedEventsCount: count,
    links: fc.array(link, { minLength: 1, maxLength: 2 }),
    droppedLinksCount: count,
    status: fc.oneof(
      fc.constant({ code: 1 }),
      text.map((message) => ({ message, code: 2 })),
    ),
    flags: count,
  },
  { requiredKeys: ['traceId', 'spanId', 'name', 'kind', 'startTimeUnixNano', 'endTimeUnixNano'] },
);

function hex(digits: number): fc.Arbitrary<string> {
  return fc
    .bigInt({ min: 1n, max: 16n ** BigInt(digits) - 1n })
    .map((n) => n.toString(16).padStart(digits, '0'));
}

function base64(digits: string): string {
  return Buffer.from(digits, 'hex').toString('base64');
}

/** Converts a sent span to the form that the library decodes, with attributes keyed by name. */
function asShown(sent: Shown, toId: (id: string) => string): JsonObject {
  const { traceId: ofTrace, spanId, parentSpanId, events = [], links = [], ...rest } = sent;
  return {
    status: {},
    ...rest,
    traceId: toId(ofTrace),
    spanId: toId(spanId),
    ...(parentSpanId !== undefined && { parentSpanId: toId(parentSpanId) }),
    attributes: byKey(rest.attributes),
    events: events
      .map((each: Shown) => ({ ...each, attributes: byKey(each.attributes) }))
      .sort((left: Shown, right: Shown) =>
        BigInt(left.timeUnixNano) < BigInt(right.timeUnixNano) ? -1 : 1,
      ),
    links: links.map((each: Shown) => ({
      ...each,
      traceId: toId(each.traceId),
      spanId: toId(each.spanId),
      attributes: byKey(each.attributes),
    })),
  };
}

function byKey(list: readonly Shown[] = []): JsonObject {
  const own = list.filter(({ key }) => !key.startsWith('ag.'));
  return Object.fromEntries(own.map(({ key, value: each }) => [key, each]));
}

describe('an OTLP span that was sent', () => {
  it('is returned by the Tempo routes as it was sent', async () => {
    await fc.assert(
      fc.asyncProperty(span, attributes, async (sent, ofResource) => {
        fc.pre(sent.parentSpanId !== sent.spanId);
        fc.pre(BigInt(sent.startTimeUnixNano) <= BigInt(sent.endTimeUnixNano));
        const resource = { attributes: ofResource, droppedAttributesCount: 3 };
        const scope = { name: 'lib', version: '1', attributes: ofResource };
        const scopeSpans = [{ scope, spans: [sent], schemaUrl: 'https://a.example/1' }];
        const resourceSpans = [{ resource, scopeSpans, schemaUrl: 'https://a.example/2' }];

        const { body } = await createTestTempo({}, takeInOtlp({ resourceSpans }))
          .ask(`/api/traces/${traceId}`)
          .set('accept', 'application/protobuf')
          .responseType('blob');

        const { resourceSpans: shown }: Shown = decodeTempo('Trace', body);
        const [{ scopeSpans: inner, ...outer }] = shown;
        const [{ spans, ...ofScope }] = inner;
        expect(spans.map((each: Shown) => asShown(each, String))).toEqual([asShown(sent, base64)]);
        expect(outer.schemaUrl).toBe('https://a.example/2');
        expect(byKey(outer.resource.attributes)).toEqual(byKey(ofResource));
        expect(outer.resource.droppedAttributesCount).toBe(3);
        expect(ofScope.schemaUrl).toBe('https://a.example/1');
        expect(byKey(ofScope.scope.attributes)).toEqual(byKey(ofResource));
      }),
      { numRuns: 60 },
    );
  });
});

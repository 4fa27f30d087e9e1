import type { CanonicalSpan } from '@spanhouse/span-schema';
import fc from 'fast-check';
import { takeInOtlp } from './intake.js';

const T0_NS = 1_777_629_600_000_000_000n;
const traceIds = ['4bf92f3577b34da6a3ce929d0e0e4736', '00000000000000000bc3c3c3c3c3c3c3'] as const;
const spanIds = [1, 2, 3, 4].map((number) => number.toString(16).padStart(16, '0'));
/** Keys that contradict each other, keys of tags that Jaeger derives, and the key of Zipkin's remote service. */
const keys = [
  'x',
  'x.y',
  'x.y.z',
  'q.r',
  'k-1',
  'Key',
  'error',
  'span.kind',
  'event',
  'otel.scope.name',
  'peer.service',
];

const text = fc.constantFrom('', 'a', 'true', '5', '[1]', 'null', 'server', '<b>', 'ä 😀');
const scalar = fc.oneof(
  text.map((stringValue) => ({ stringValue })),
  fc.boolean().map((boolValue) => ({ boolValue })),
  fc
    .constantFrom('0', '5', '-7', '9007199254740993', '9223372036854775807')
    .map((intValue) => ({ intValue })),
  fc.constantFrom(0.5, -1.25e-7, 1e21, 99).map((doubleValue) => ({ doubleValue })),
);
/** List elements without large doubles. Lists are shown as JSON, which writes large doubles with an exponent. */
const element = scalar.filter((value) => !('doubleValue' in value) || value.doubleValue < 1e6);
const list = fc.array(element, { maxLength: 3 }).map((values) => ({ arrayValue: { values } }));
const nested = fc
  .record({ key: fc.constantFrom('y', 'r', 'z'), value: scalar })
  .map((member) => ({ kvlistValue: { values: [member] } }));

function anyAttributes() {
  const attribute = fc.record({
    key: fc.constantFrom(...keys),
    value: fc.oneof({ weight: 5, arbitrary: scalar }, list, nested),
  });
  return fc.uniqueArray(attribute, { maxLength: 4, selector: ({ key }) => key });
}

const time = fc.bigInt({ min: 0n, max: 5_000_000n }).map((ns) => String(T0_NS + ns));
const event = fc.record({ name: text, timeUnixNano: time, attributes: anyAttributes() });
const link = fc.record({
  traceId: fc.constantFrom(...traceIds),
  spanId: fc.constantFrom(...spanIds),
  attributes: anyAttributes(),
});
const span = fc.record(
  {
    traceId: fc.constantFrom(...traceIds),
    spanId: fc.constantFrom(...spanIds),
    parentSpanId: fc.constantFrom(...spanIds, 'ffffffffffffffff'),
    name: fc.constantFrom('ask', 'draft', ''),
    kind: fc.nat(5),
    startTimeUnixNano: time,
    endTimeUnixNano: time,
    attributes: anyAttributes(),
    events: fc.array(event, { maxLength: 2 }),
    links: fc.array(link, { maxLength: 2 }),
    status: fc.record({ code: fc.nat(2), message: text }),
    traceState: fc.constantFrom('a=1'),
    flags: fc.constantFrom(1, 257),
    droppedAttributesCount: fc.nat(2),
  },
  { requiredKeys: ['traceId', 'spanId', 'name', 'startTimeUnixNano', 'endTimeUnixNano'] },
);
const resource = fc
  .tuple(anyAttributes(), fc.constantFrom(undefined, 'shop', 'bank', ''))
  .map(([attributes, service]) => ({
    attributes: [
      ...attributes,
      ...(service === undefined ? [] : [{ key: 'service.name', value: { stringValue: service } }]),
    ],
  }));
const scopeSpans = fc.record({
  scope: fc.record({ name: text, attributes: anyAttributes() }),
  spans: fc.array(span, { minLength: 1, maxLength: 3 }),
});

/**
 * Generates spans of two traces, as the gateway accepts them. They include cycles, orphans, and all kinds of
 * attributes.
 */
export function anyAcceptedSpans(): fc.Arbitrary<readonly CanonicalSpan[]> {
  const resourceSpans = fc.record({ resource, scopeSpans: scopeSpans.map((one) => [one]) });
  return fc
    .array(resourceSpans, { minLength: 1, maxLength: 3 })
    .map((sent) => takeInOtlp({ resourceSpans: sent }));
}

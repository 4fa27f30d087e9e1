import { readZipkinSpans } from '@spanhouse/span-intake';
import type { JsonObject } from '@spanhouse/span-schema';
import fc from 'fast-check';
import { testContext } from '../testing/intake.js';
import { createTestZipkin } from '../testing/test-doors.js';

const id = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }).map((n) => n.toString(16).padStart(16, '0'));
const name = fc.stringMatching(/^[a-z][a-z /]{0,8}[a-z]$/);
const time = fc.integer({ min: 1_600_000_000_000_000, max: 1_700_000_000_000_000 });
const address = fc.record(
  { serviceName: name, ipv4: fc.ipV4(), port: fc.integer({ min: 1, max: 65_535 }) },
  { requiredKeys: ['serviceName'] },
);
const withIpv6 = fc.oneof(
  address,
  address.map(({ ipv4: _, ...rest }) => ({ ...rest, ipv6: '2001:db8::c001' })),
  address.map((endpoint) => ({ ...endpoint, ipv4: '10.0.0.1', ipv6: '2001:db8::c001' })),
);
/** Generates tags. Some keys contradict each other (`a` and `a.b`), and no key belongs to a naming convention. */
const tags = fc.dictionary(
  fc.constantFrom('x', 'x.y', 'x.y.z', 'q.r', 'q', 'Key', 'error', 'k-1'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }).filter((text) => text !== 'false'),
  { minKeys: 1, maxKeys: 5 },
);
const annotations = fc.uniqueArray(fc.record({ timestamp: time, value: name }), {
  minLength: 1,
  maxLength: 3,
  selector: ({ timestamp }) => timestamp,
});

const anyZipkinSpan = fc.record(
  {
    traceId: fc.constantFrom('000000000000abcd', '4bf92f3577b34da6a3ce929d0e0e4736'),
    id,
    parentId: id,
    kind: fc.constantFrom('CLIENT', 'SERVER', 'PRODUCER', 'CONSUMER'),
    name,
    timestamp: time,
    duration: fc.integer({ min: 1, max: 10_000_000 }),
    localEndpoint: withIpv6,
    remoteEndpoint: withIpv6,
    annotations,
    tags,
    debug: fc.constant(true),
    shared: fc.constant(true),
  },
  { requiredKeys: ['traceId', 'id', 'name', 'timestamp', 'localEndpoint'] },
);

/** Removes the tags added by ingest and those that duplicate other members. */
function asSent({ tags: shown = {}, annotations: notes, ...span }: JsonObject): JsonObject {
  const own = Object.entries(shown as JsonObject).filter(([key]) => !/^(ag|otel)\./.test(key));
  return {
    ...span,
    ...(notes !== undefined && { annotations: (notes as JsonObject[]).toSorted(byTime) }),
    ...(own.length > 0 && { tags: Object.fromEntries(own) }),
  };
}

function byTime(left: JsonObject, right: JsonObject): number {
  return Number(left['timestamp']) - Number(right['timestamp']);
}

describe('a Zipkin span that was sent', () => {
  it('is returned as it was sent', async () => {
    await fc.assert(
      fc.asyncProperty(anyZipkinSpan, async (sent) => {
        fc.pre(sent.parentId !== sent.id);
        const outcome = readZipkinSpans(
          structuredClone([sent]) as JsonObject[],
          testContext.received_at,
        );
        const spans = 'spans' in outcome ? outcome.spans : [];

        const { body } = await createTestZipkin({}, spans).ask(`/api/v2/trace/${sent.traceId}`);

        expect(body.map(asSent)).toEqual([asSent(sent as unknown as JsonObject)]);
      }),
      { numRuns: 60 },
    );
  });
});

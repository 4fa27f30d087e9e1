import fc from 'fast-check';
import request from 'supertest';
import { store, takeInOtlp, testContext } from '../testing/intake.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

const long = 'x'.repeat(257);
const texts = ['a', 'b', 'B', 'é', '😀', '', long] as const;
const services = [
  ...texts.map((stringValue) => ({ stringValue })),
  { intValue: '7' },
  { arrayValue: { values: [{ stringValue: 'c' }] } },
  undefined,
];
const tags = [
  'resource.service.name',
  'name',
  'statusMessage',
  'instrumentation:name',
  'instrumentation:version',
];

const anySpan = fc.record({
  service: fc.constantFrom(...services),
  name: fc.constantFrom(...texts),
  message: fc.constantFrom(...texts),
  scope: fc.record({ name: fc.constantFrom(...texts), version: fc.constantFrom(...texts) }),
  second: fc.nat(3),
});
type AnySpan = typeof anySpan extends fc.Arbitrary<infer Span> ? Span : never;

function toOtlp({ service, name, message, scope, second }: AnySpan, index: number): object {
  const attributes = service === undefined ? [] : [{ key: 'service.name', value: service }];
  const span = {
    traceId: 'e'.repeat(32),
    spanId: String(index + 1).padStart(16, '0'),
    name,
    startTimeUnixNano: String(second * 1_000_000_000 + 1),
    endTimeUnixNano: '9000000000',
    status: { message },
  };
  return { resource: { attributes }, scopeSpans: [{ scope, spans: [span] }] };
}

describe('values of tags that have a column', () => {
  it('are those that the spans have', async () => {
    const anyRange = fc.constantFrom('', '&start=1', '&start=1&end=3');
    await fc.assert(
      fc.asyncProperty(
        fc.array(anySpan, { maxLength: 12 }),
        fc.constantFrom(...tags),
        fc.tuple(fc.integer({ min: 1, max: 4 }), anyRange),
        async (told, tag, [limit, range]) => {
          const { app, reader, analytics } = createTestTraceQuery();
          const spans = takeInOtlp({ resourceSpans: told.map(toOtlp) });
          reader.add(store(spans));
          analytics.add(spans.map((span) => ({ span, context: testContext })));
          const read = async (query: string) => {
            const path = `/tempo/api/v2/search/tag/${tag}/values?limit=${limit}${range}${query}`;
            return (await request(app).get(path).expect(200)).body.tagValues;
          };

          // A query lets the spans be read.
          expect(await read('')).toEqual(await read('&q=%7B%20true%20%7D'));
        },
      ),
      { numRuns: 60 },
    );
  });
});

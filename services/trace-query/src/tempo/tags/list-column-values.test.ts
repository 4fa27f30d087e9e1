import { FakeTraceAnalytics, FakeTraceReader } from '@spanhouse/trace-store/testing';
import { parseHalfTyped } from '@spanhouse/traceql';
import fc from 'fast-check';
import { store, takeInOtlp, testContext } from '../../testing/intake.js';
import { listTagValues } from './list-tag-values.js';
import { fieldOfTag } from './tag-fields.js';

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

const open = { oldest: undefined, newest: undefined };
const anyRange = fc.constantFrom(
  open,
  { ...open, oldest: 1_000_000_000n },
  { oldest: 1_000_000_000n, newest: 3_000_000_000n },
);

describe('values of tags that have a column', () => {
  it('are those that the spans have', async () => {
    // With a query, the spans themselves are read.
    const condition = parseHalfTyped('{ true }')?.condition;
    await fc.assert(
      fc.asyncProperty(
        fc.array(anySpan, { maxLength: 12 }),
        fc.constantFrom(...tags),
        fc.tuple(fc.integer({ min: 1, max: 4 }), anyRange),
        async (described, tag, [limit, range]) => {
          const reader = new FakeTraceReader();
          const analytics = new FakeTraceAnalytics();
          const spans = takeInOtlp({ resourceSpans: described.map(toOtlp) });
          reader.add(store(spans));
          analytics.add(spans.map((span) => ({ span, context: testContext })));
          const { project_id } = testContext;
          const { signal } = new AbortController();
          const tagged = {
            reader,
            analytics,
            project_id,
            snapshot: [],
            signal,
            hasTime: () => true,
          };
          const wanted = { field: fieldOfTag(tag), limit };

          const fromColumn = await listTagValues(wanted, { range, condition: undefined }, tagged);

          expect(condition).toBeDefined();
          expect(fromColumn).toEqual(await listTagValues(wanted, { range, condition }, tagged));
        },
      ),
    );
  });
});

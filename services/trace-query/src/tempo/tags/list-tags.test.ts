import type { CanonicalSpan } from '@spanhouse/span-schema';
import { FakeTraceAnalytics, FakeTraceReader } from '@spanhouse/trace-store/testing';
import { parseHalfTyped } from '@spanhouse/traceql';
import fc from 'fast-check';
import type { OpenStore } from '../../front-doors/walk-traces.js';
import { anyAcceptedSpans } from '../../testing/any-accepted-spans.js';
import { store, takeInOtlp, takeInSpans, testContext } from '../../testing/intake.js';
import { listTagValues } from './list-tag-values.js';
import { listTags } from './list-tags.js';
import { fieldOfTag, tagScopes } from './tag-fields.js';

const queries = [
  undefined,
  '{ kind = server && duration > 1ms }',
  '{ span.x != nil || span.q.r = 5 }',
  '{ resource.x != nil }',
  '{ resource.service.name = "shop" }',
  '{ nestedSetParent < 0 }',
  '{ event.x != nil }',
  '{ rootName = "ask" }',
];
const range = { oldest: undefined, newest: undefined };

function openTags(
  spans: readonly CanonicalSpan[],
): OpenStore & { readonly reader: FakeTraceReader } {
  const reader = new FakeTraceReader();
  const analytics = new FakeTraceAnalytics();
  reader.add(store(spans));
  analytics.add(spans.map((span) => ({ span, context: testContext })));
  const { signal } = new AbortController();
  const { project_id } = testContext;
  return { reader, analytics, project_id, snapshot: [], signal, hasTime: () => true };
}

/** Returns a store that cannot group spans, so that the service reads them one by one. */
function withoutGroups(tags: OpenStore): OpenStore {
  const groupSpans = () => Promise.resolve(undefined);
  return { ...tags, analytics: { ...tags.analytics, groupSpans } };
}

/**
 * Ingests one span for each list of names. The span has one event whose attributes have these names. All spans have an
 * attribute `long` with a long string.
 */
function withEvents(...ofSpans: readonly (readonly string[])[]): readonly CanonicalSpan[] {
  const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  return takeInSpans(
    ofSpans.map((names) => ({
      attributes: [attribute('long', 'x'.repeat(5000))],
      events: names.map((name) => ({
        name: 'e',
        timeUnixNano: '1777629600000000000',
        attributes: [attribute(name, '')],
      })),
    })),
  );
}

const texts = ['a', 'b', 'B', 'é', '😀', '', 'x'.repeat(257)] as const;
const services = [
  ...texts.map((stringValue) => ({ stringValue })),
  { intValue: '7' },
  { arrayValue: { values: [{ stringValue: 'c' }] } },
  undefined,
];
const columnTags = [
  'resource.service.name',
  'name',
  'statusMessage',
  'instrumentation:name',
  'instrumentation:version',
];

const anyNamedSpan = fc.record({
  service: fc.constantFrom(...services),
  name: fc.constantFrom(...texts),
  message: fc.constantFrom(...texts),
  scope: fc.record({ name: fc.constantFrom(...texts), version: fc.constantFrom(...texts) }),
  second: fc.nat(3),
});
type NamedSpan = typeof anyNamedSpan extends fc.Arbitrary<infer Span> ? Span : never;

function toOtlp({ service, name, message, scope, second }: NamedSpan, index: number): object {
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

const anyRange = fc.constantFrom(
  range,
  { ...range, oldest: 1_000_000_000n },
  { oldest: 1_000_000_000n, newest: 3_000_000_000n },
);

describe('listTags', () => {
  it('lists the names of groups of spans that the spans themselves have', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyAcceptedSpans(),
        fc.constantFrom(...queries),
        fc.constantFrom(1, 3, 10_000),
        async (spans, query, limit) => {
          const tags = openTags(spans);
          const condition = query === undefined ? undefined : parseHalfTyped(query)?.condition;
          const wanted = { scopes: tagScopes, limit };

          const byGroups = await listTags(wanted, { range, condition }, tags);

          const read = await listTags(wanted, { range, condition }, withoutGroups(tags));
          expect([query, byGroups]).toEqual([query, read]);
        },
      ),
    );
  });

  it('counts a name once for each span, however many of its events have it', async () => {
    const tags = openTags(withEvents(['a', 'a', 'a'], ['b'], ['b']));
    const wanted = { scopes: ['event' as const], limit: 1 };

    for (const opened of [tags, withoutGroups(tags)]) {
      const found = await listTags(wanted, { range, condition: undefined }, opened);
      expect(found).toEqual([{ name: 'event', tags: ['b'] }]);
    }
  });

  it('reads the spans if a truncated value may decide the condition', async () => {
    const tags = openTags(withEvents(['a']));
    const condition = parseHalfTyped(`{ span.long = "${'x'.repeat(5000)}" }`)?.condition;
    const wanted = { scopes: ['event' as const], limit: 10 };

    const found = await listTags(wanted, { range, condition }, tags);

    expect(found).toEqual([{ name: 'event', tags: ['a'] }]);
  });

  it('reads no span if grouping keys determine the condition', async () => {
    const [spans = []] = fc.sample(anyAcceptedSpans(), { numRuns: 1, seed: 7 });
    const tags = openTags(spans);
    tags.reader.failure = new Error('a span was read');
    const condition = parseHalfTyped('{ kind = server || kind != server }')?.condition;
    const wanted = { scopes: tagScopes, limit: 10_000 };

    const all = await listTags(wanted, { range, condition: undefined }, tags);

    expect(all.map(({ name }) => name)).toContain('span');
    expect(await listTags(wanted, { range, condition }, tags)).toEqual(all);
    await expect(listTags(wanted, { range, condition }, withoutGroups(tags))).rejects.toThrow();
  });
});

describe('listTagValues', () => {
  it('lists the values of groups of spans that the spans themselves have', async () => {
    const tags = [
      '.x',
      'x.y',
      '.q.r',
      'span.x',
      'span.error',
      'resource.x',
      '.service.name',
      'event.x',
    ];
    await fc.assert(
      fc.asyncProperty(
        anyAcceptedSpans(),
        fc.constantFrom(...tags),
        fc.constantFrom(...queries),
        async (spans, tag, query) => {
          const opened = openTags(spans);
          const condition = query === undefined ? undefined : parseHalfTyped(query)?.condition;
          const wanted = { field: fieldOfTag(tag), limit: 10_000 };

          const byGroups = await listTagValues(wanted, { range, condition }, opened);

          const read = await listTagValues(wanted, { range, condition }, withoutGroups(opened));
          expect([tag, query, byGroups]).toEqual([tag, query, read]);
        },
      ),
    );
  });
  it('lists the values of columns that the spans themselves have', async () => {
    // A condition makes the service read the spans themselves.
    const condition = parseHalfTyped('{ true }')?.condition;
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyNamedSpan, { maxLength: 12 }),
        fc.constantFrom(...columnTags),
        fc.tuple(fc.integer({ min: 1, max: 4 }), anyRange),
        async (described, tag, [limit, within]) => {
          const opened = openTags(takeInOtlp({ resourceSpans: described.map(toOtlp) }));
          const wanted = { field: fieldOfTag(tag), limit };

          const fromColumn = await listTagValues(
            wanted,
            { range: within, condition: undefined },
            opened,
          );

          expect(condition).toBeDefined();
          const read = await listTagValues(wanted, { range: within, condition }, opened);
          expect(fromColumn).toEqual(read);
        },
      ),
    );
  });
});

import { randomUUID } from 'node:crypto';
import { type JsonObject, stringifyJson } from '@spanhouse/span-schema';
import type { SpanPick, SpanTally, TallyKey, TallyRow } from '@spanhouse/trace-store/reader';
import { aContext, aSpan, describeOnClickHouse, START_NS } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import {
  type AnalyticsUnderTest,
  describeAnalytics,
  openAnalytics,
  openFakeAnalytics,
} from './analytics-under-test.js';
import { anyVersions, MINUTE_NS, toBlocks, traceIds } from './any-measured-spans.js';

const signal = new AbortController().signal;

const anyKey: fc.Arbitrary<TallyKey> = fc.constantFrom(
  { kind: 'span_name' },
  { kind: 'span_kind' },
  { kind: 'status_code' },
  { kind: 'status_message' },
  { kind: 'attribute', key: 'value' },
  { kind: 'attribute', key: 'value.b' },
  { kind: 'attribute', key: 'value.b.c' },
  { kind: 'attribute', key: 'number' },
  { kind: 'attribute', key: 'ag.session.id' },
  { kind: 'attribute', key: 'ag.data.inputs.value' },
  { kind: 'service' },
  { kind: 'resource' },
  { kind: 'structure', of: 'attributes' },
  { kind: 'structure', of: 'resource' },
  { kind: 'structure', of: 'scope' },
  { kind: 'structure', of: 'events' },
  { kind: 'structure', of: 'links' },
  { kind: 'is_top' },
  { kind: 'duration', bounds: [0n, 1n, MINUTE_NS] },
  { kind: 'duration_bucket' },
);

function nameOf(key: TallyKey): string {
  switch (key.kind) {
    case 'attribute':
      return key.key;
    case 'structure':
      return `structure of ${key.of}`;
    default:
      return key.kind;
  }
}

type Wanted = SpanTally & Omit<SpanPick, 'classes'>;

function anyTally(): fc.Arbitrary<Wanted> {
  return fc.record({
    selection: fc.record({
      project_id: fc.constant(''),
      filter: fc.constant(undefined),
      oldest: fc.constantFrom(START_NS, START_NS + 1n, START_NS - MINUTE_NS),
      newest: fc.constantFrom(START_NS + 2n, START_NS + MINUTE_NS, START_NS + 10n * MINUTE_NS),
      ratePercent: fc.constant(undefined),
      snapshot: fc.constant([]),
      order: fc.constant('descending' as const),
    }),
    time: fc.record({
      oldest: fc.constant(START_NS - MINUTE_NS),
      bucketNs: fc.constantFrom(2n, MINUTE_NS, 1000n * MINUTE_NS),
    }),
    keys: fc.uniqueArray(anyKey, { maxLength: 4, selector: nameOf }),
    maxDurations: fc.constantFrom(0, 1, 4, 1000),
    limit: fc.constant(1000),
    needsDuration: fc.boolean(),
    perBucket: fc.constantFrom(1, 2, 10),
  });
}

/** A number has several forms as JSON. */
function inOneForm(text: string): string {
  return text.startsWith('=') && text !== '='
    ? `=${JSON.stringify(JSON.parse(text.slice(1)))}`
    : text;
}

function inOrder(row: TallyRow, keys: readonly TallyKey[]): TallyRow {
  const texts = row.keys.map((text, index) =>
    keys[index]?.kind === 'attribute' ? inOneForm(text) : text,
  );
  return { ...row, keys: texts, durations: row.durations.toSorted((left, right) => left - right) };
}

/** Some of the classes, so that others must be left out, two of them in a group. */
function classesOf(rows: readonly TallyRow[]): SpanPick['classes'] {
  return [...new Map(rows.map(({ keys }) => [JSON.stringify(keys), keys])).values()]
    .filter((_, index) => index % 3 !== 2)
    .map((keys, index) => ({ keys, group: Math.trunc(index / 2) }));
}

async function answersOf({ analytics }: AnalyticsUnderTest, wanted: Wanted) {
  const found = (await analytics.tallySpans(wanted, signal)) ?? [];
  const rows = found
    .map((row) => ({ row, shown: inOrder(row, wanted.keys) }))
    .map((each) => ({ ...each, place: JSON.stringify([each.shown.keys, each.shown.bucket]) }))
    .toSorted((left, right) => (left.place < right.place ? -1 : 1));
  const pick = { ...wanted, classes: classesOf(rows.map(({ row }) => row)) };
  const whole = await analytics.tallySpans({ ...wanted, time: undefined }, signal);
  const canPick = wanted.keys.every(({ kind }) => kind !== 'structure');
  return {
    rows: rows.map(({ shown }) => shown),
    limited: await analytics.tallySpans({ ...wanted, limit: 0 }, signal),
    picked: canPick && (await analytics.pickSpans(pick, signal)),
    whole: whole?.map(({ bucket, count }) => `${bucket} ${count}`).toSorted(),
  };
}

describeOnClickHouse('tallySpans and pickSpans compared with the fake', (url, runs) => {
  let used: AnalyticsUnderTest;

  beforeAll(async () => {
    used = await openAnalytics(url);
  });
  afterAll(() => used.close());

  it('count and pick current spans by time and keys as they do in memory', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyVersions(),
        fc.boolean(),
        fc.array(anyTally(), { minLength: 4, maxLength: 4 }),
        async (versions, isDeleted, tallies) => {
          const project_id = randomUUID();
          const memory = await openFakeAnalytics();
          for (const block of toBlocks(versions, project_id)) {
            await used.store(block);
            await memory.store(block);
          }
          if (isDeleted) {
            const logOffset = (1n << 48n) | 10n;
            const tombstone = { projectId: project_id, traceId: traceIds[1] ?? '', logOffset };
            await used.delete({ logPartition: 1, tombstones: [tombstone] });
            await memory.delete({ logPartition: 1, tombstones: [tombstone] });
          }

          for (const tally of tallies) {
            const wanted = { ...tally, selection: { ...tally.selection, project_id } };
            expect(await answersOf(used, wanted)).toEqual(await answersOf(memory, wanted));
          }
        },
      ),
      { numRuns: runs(15), interruptAfterTimeLimit: 60_000 },
    );
  });
});

const long = 'x'.repeat(3000);

function whole(attributes: JsonObject): string {
  return stringifyJson({ ...attributes, ag: { data: {} } });
}

const dotted = { 'http.status': 1, http: { status: 2 } };
const contradicting = { http: { status: 1 }, _conflicts: { 'http.status.text': 'x' } };
const unsafe = { a: 123_456_789_012_345_678_901n };

describeAnalytics('tallySpans of an attribute', (open) => {
  let used: AnalyticsUnderTest;

  beforeAll(async () => {
    used = await open();
  });
  afterAll(() => used.close());

  it.each<[string, [JsonObject, string], string]>([
    ['a text', [{ http: { method: 'GET "/ä"' } }, 'http.method'], '="GET \\"/ä\\""'],
    ['a number', [{ http: { status: 502 } }, 'http.status'], '=502'],
    ['an integer beyond 2^53', [{ a: 9_007_199_254_740_993n }, 'a'], '=9007199254740993'],
    ['a list', [{ a: ['x', 1, null] }, 'a'], '=["x",1,null]'],
    ['an empty list', [{ a: [] }, 'a'], '=[]'],
    ['nothing for an object', [{ a: { b: 1 } }, 'a'], '='],
    ['nothing for null', [{ a: null }, 'a'], '='],
    ['nothing where another object has the name', [{ b: { a: 1 } }, 'a'], '='],
    ['nothing where no object has the name', [{ b: 'a' }, 'a'], '='],
    ['all attributes where a name has a dot', [dotted, 'http.status'], whole(dotted)],
    ['all attributes where keys contradict', [contradicting, 'http.status'], whole(contradicting)],
    ['all attributes for an integer beyond 64 bits', [unsafe, 'a'], whole(unsafe)],
    ['that a text is long', [{ a: long }, 'a'], '"'],
    ['that a list is long', [{ a: [long] }, 'a'], '!'],
  ])('tells %s', async (_what, [attributes, key], expected) => {
    const project_id = randomUUID();
    const span = aSpan({ attributes: { ...attributes, ag: { data: {} } } });
    await used.store({ rows: [{ span, context: aContext({ project_id }) }] });
    const all = { filter: undefined, ratePercent: undefined, snapshot: [] } as const;
    const times = { oldest: undefined, newest: undefined, order: 'descending' } as const;

    const rows = await used.analytics.tallySpans(
      {
        selection: { project_id, ...all, ...times },
        time: undefined,
        keys: [{ kind: 'attribute', key }],
        maxDurations: 0,
        limit: 10,
      },
      signal,
    );

    expect(rows?.map(({ keys, count }) => [keys, count])).toEqual([[[expected], 1]]);
  });
});

describeAnalytics('pickSpans', (open) => {
  let used: AnalyticsUnderTest;

  beforeAll(async () => {
    used = await open();
  });
  afterAll(() => used.close());

  it('finds the earliest spans of other traces and of few classes behind many that do not count', async () => {
    const project_id = randomUUID();
    const context = aContext({ project_id });
    const rows = Array.from({ length: 200 }, (_, index) => ({
      context,
      span: aSpan({
        trace_id: (index === 150 ? 'b' : 'a').repeat(32),
        span_id: String(index + 1).padStart(16, '0'),
        start_time: START_NS + BigInt(index),
        span_name: index < 100 ? 'other' : 'wanted',
      }),
    }));
    await used.store({ rows });
    const all = { filter: undefined, ratePercent: undefined, snapshot: [] } as const;
    const times = { oldest: undefined, newest: undefined, order: 'descending' } as const;

    const picked = await used.analytics.pickSpans(
      {
        selection: { project_id, ...all, ...times },
        time: { oldest: START_NS, bucketNs: 1000n },
        keys: [{ kind: 'span_name' }],
        classes: [{ keys: ['wanted'], group: 1 }],
        needsDuration: false,
        perBucket: 2,
      },
      signal,
    );

    expect(picked.map(({ start_time }) => start_time - START_NS)).toEqual([100n, 150n]);
  });
});

import { type JsonObject, stringifyJson } from '@spanhouse/span-schema';
import type {
  GroupingKey,
  SpanGroup,
  SpanPick,
  TraceAnalytics,
} from '@spanhouse/trace-store/reader';
import { describeOnClickHouse, START_NS } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import { expectAnswersOfFake } from '../any-history.js';
import { anyMeasuredSpan, MINUTE_NS } from '../any-measured-span.js';
import { useOpened, useProject } from '../open-clickhouse.js';
import { everything, spanId } from '../selecting.js';
import {
  type AnalyticsUnderTest,
  describeAnalytics,
  openAnalytics,
  openFakeAnalytics,
} from './analytics-under-test.js';

const signal = new AbortController().signal;

const anyKey: fc.Arbitrary<GroupingKey> = fc.constantFrom(
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
  { kind: 'is_root' },
  { kind: 'duration', bounds: [0n, 1n, MINUTE_NS] },
  { kind: 'duration_bucket' },
);

function nameOf(key: GroupingKey): string {
  return key.kind === 'attribute' ? key.key : key.kind;
}

type SpanGrouping = Parameters<TraceAnalytics['groupSpans']>[0];

const anyGrouping = fc.record({
  range: fc.record({
    oldest: fc.constantFrom(START_NS, START_NS + 1n, START_NS - MINUTE_NS),
    newest: fc.constantFrom(START_NS + 2n, START_NS + MINUTE_NS, START_NS + 10n * MINUTE_NS),
  }),
  time: fc.record({
    oldest: fc.constant(START_NS - MINUTE_NS),
    bucketNs: fc.constantFrom(2n, MINUTE_NS, 1000n * MINUTE_NS),
  }),
  by: fc.uniqueArray(anyKey, { maxLength: 4, selector: nameOf }),
  structure: fc.constantFrom(
    ...([undefined, 'attributes', 'resource', 'scope', 'events', 'links'] as const),
  ),
  maxDurations: fc.constantFrom(0, 1, 4, 1000),
  needsDuration: fc.boolean(),
  perBucket: fc.constantFrom(1, 2, 10),
});
type Wanted = SpanGrouping & Omit<SpanPick, 'groups'>;

/**
 * Converts a group to a string without its id. Ids may differ, because a number may have several JSON representations.
 */
function toText({ id: _, attributes, duration: _duration, ...group }: SpanGroup): string {
  return stringifyJson({
    ...group,
    attributes: { ...attributes, json: JSON.stringify(JSON.parse(attributes.json)) },
    buckets: group.buckets
      .map(({ durations, ...bucket }) => ({
        ...bucket,
        durations: durations.toSorted((left, right) => left - right),
      }))
      .toSorted((left, right) => left.bucket - right.bucket),
  } as unknown as JsonObject);
}

/** Returns some of the groups and assigns two groups to each series. Spans of the other groups must not be picked. */
function pickedGroups(groups: readonly SpanGroup[]): SpanPick['groups'] {
  return [...new Set(groups.map(({ id }) => id))]
    .filter((_, index) => index % 3 !== 2)
    .map((id, index) => ({ id, series: Math.trunc(index / 2) }));
}

async function answersOf({ analytics }: AnalyticsUnderTest, wanted: Wanted) {
  const groups = ((await analytics.groupSpans(wanted, signal)) ?? [])
    .map((group) => ({ group, text: toText(group) }))
    .toSorted((left, right) => (left.text < right.text ? -1 : 1));
  const pick = { ...wanted, groups: pickedGroups(groups.map(({ group }) => group)) };
  const whole = await analytics.groupSpans({ ...wanted, time: undefined }, signal);
  return {
    groups: groups.map(({ text }) => text),
    limited: await analytics.groupSpans({ ...wanted, limit: 0 }, signal),
    picked: await analytics.pickSpans(pick, signal),
    whole: whole
      ?.flatMap(({ buckets }) => buckets.map((each) => `${each.bucket} ${each.count}`))
      .toSorted(),
  };
}

describeOnClickHouse('groupSpans and pickSpans compared with the fake', (url, runs) => {
  const used = useOpened(() => openAnalytics(url));

  it('group and pick current spans by time and keys as the fake does', async () => {
    await expectAnswersOfFake({
      used,
      openFake: openFakeAnalytics,
      anySpan: anyMeasuredSpan(),
      anyQuery: anyGrouping,
      numRuns: runs(15),
      answer: (store, { range, ...grouping }, project_id) =>
        answersOf(store, {
          ...grouping,
          selection: { ...everything(project_id), ...range },
          limit: 1000,
        }),
    });
  });
});

const long = 'x'.repeat(3000);

function whole(attributes: JsonObject): string {
  return stringifyJson({ ...attributes, ag: { data: {} } });
}

const dotted = { 'http.status': 1, http: { status: 2 } };
const contradicting = { http: { status: 1 }, _conflicts: { 'http.status.text': 'x' } };
const unsafe = { a: 123_456_789_012_345_678_901n };

const known = { isComplete: false, truncated: [] };
const missing = { ...known, json: '{}' };

function complete(attributes: JsonObject): SpanGroup['attributes'] {
  return { json: whole(attributes), isComplete: true, truncated: [] };
}

describeAnalytics('groupSpans by an attribute', (open) => {
  const { used, project } = useProject(open);
  const group = (by: readonly GroupingKey[]) =>
    used.analytics.groupSpans(groupingOf(project.id, by), signal);

  it.each<[string, [JsonObject, string], SpanGroup['attributes']]>([
    [
      'a string',
      [{ http: { method: 'GET "/ä"' } }, 'http.method'],
      { ...known, json: '{"http.method":"GET \\"/ä\\""}' },
    ],
    [
      'a number',
      [{ http: { status: 502 } }, 'http.status'],
      { ...known, json: '{"http.status":502}' },
    ],
    [
      'an integer beyond 2^53',
      [{ a: 9_007_199_254_740_993n }, 'a'],
      { ...known, json: '{"a":9007199254740993}' },
    ],
    ['a list', [{ a: ['x', 1, null] }, 'a'], { ...known, json: '{"a":["x",1,null]}' }],
    ['an empty list', [{ a: [] }, 'a'], { ...known, json: '{"a":[]}' }],
    ['nothing for an object', [{ a: { b: 1 } }, 'a'], missing],
    ['nothing for null', [{ a: null }, 'a'], missing],
    ['nothing where another object has the name', [{ b: { a: 1 } }, 'a'], missing],
    ['nothing where no object has the name', [{ b: 'a' }, 'a'], missing],
    ['all attributes where a name has a dot', [dotted, 'http.status'], complete(dotted)],
    [
      'all attributes where keys contradict',
      [contradicting, 'http.status'],
      complete(contradicting),
    ],
    ['all attributes for an integer beyond 64 bits', [unsafe, 'a'], complete(unsafe)],
    [
      'a truncated string',
      [{ a: long }, 'a'],
      { ...missing, truncated: [{ key: 'a', isString: true }] },
    ],
    [
      'a truncated list',
      [{ a: [long] }, 'a'],
      { ...missing, truncated: [{ key: 'a', isString: false }] },
    ],
  ])('returns %s', async (_what, [attributes, key], expected) => {
    await project.send({ attributes: { ...attributes, ag: { data: {} } } });

    const groups = await group([{ kind: 'attribute', key }]);

    expect(groups).toMatchObject([{ attributes: expected, buckets: [{ count: 1 }] }]);
  });

  it('separates groups whose texts only differ in the position of a NUL', async () => {
    const texts = [
      ['a', 'b\0c'],
      ['a\0b', 'c'],
    ] as const;
    await project.send(
      ...texts.map(([span_name, status_message], index) => ({
        span_id: spanId(index + 1),
        span_name,
        status_message,
      })),
    );

    const groups = await group([{ kind: 'span_name' }, { kind: 'status_message' }]);

    expect(new Set(groups?.map(({ id }) => id)).size).toBe(2);
    expect(
      groups?.map(({ columns: { span_name, status_message } }) => [span_name, status_message]),
    ).toEqual(expect.arrayContaining([...texts]));
  });
});

function groupingOf(project_id: string, by: readonly GroupingKey[]): SpanGrouping {
  const selection = everything(project_id);
  return { selection, by, structure: undefined, time: undefined, maxDurations: 0, limit: 10 };
}

describeAnalytics('pickSpans', (open) => {
  const { used, project } = useProject(open);

  it('finds the earliest spans of other traces and of few groups after many that are not counted', async () => {
    await project.send(
      ...Array.from({ length: 200 }, (_, index) => ({
        trace_id: (index === 150 ? 'b' : 'a').repeat(32),
        span_id: spanId(index + 1),
        start_time: START_NS + BigInt(index),
        span_name: index < 100 ? 'other' : 'wanted',
      })),
    );
    const by: readonly GroupingKey[] = [{ kind: 'span_name' }];
    const { selection, ...grouping } = groupingOf(project.id, by);
    const groups = await used.analytics.groupSpans({ selection, ...grouping }, signal);
    const wanted = groups?.find(({ columns }) => columns.span_name === 'wanted');

    const picked = await used.analytics.pickSpans(
      {
        selection,
        time: { oldest: START_NS, bucketNs: 1000n },
        by,
        groups: [{ id: wanted?.id ?? '', series: 1 }],
        needsDuration: false,
        perBucket: 2,
      },
      signal,
    );

    expect(picked.map(({ start_time }) => start_time - START_NS)).toEqual([100n, 150n]);
  });
});

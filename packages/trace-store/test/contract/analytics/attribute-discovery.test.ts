import { randomUUID } from 'node:crypto';
import type { CanonicalSpan, JsonObject } from '@spanhouse/span-schema';
import { START_NS } from '@spanhouse/trace-store/testing';
import { useProject } from '../open-clickhouse.js';
import { everything, traceId } from '../selecting.js';
import { describeAnalytics } from './analytics-under-test.js';

const signal = new AbortController().signal;
const DAY_NS = 86_400_000_000_000n;

describeAnalytics('TraceAnalytics discovery', (open) => {
  const { used, project } = useProject(open);
  /** Stores the given spans, each in its own trace. */
  const store = (...spans: readonly Partial<CanonicalSpan>[]) =>
    project.send(...spans.map((members, at) => ({ trace_id: traceId(at + 1), ...members })));
  const everyKey = () => ({
    ...everything(project.id),
    source: 'attributes' as const,
    prefix: '',
  });
  const keys = async (range: object = {}) => {
    const found = await used.analytics.listAttributeKeys({ ...everyKey(), ...range }, signal);
    return found.map(({ key, types: { string, number, boolean } }) =>
      [key, string, number, boolean].join(' '),
    );
  };
  const values = async (key: string, range: object = {}) => {
    const request = { ...everyKey(), key, ...range };
    const found = await used.analytics.listAttributeValues(request, signal);
    return found.map(({ json, count }) => `${json} ${count}`);
  };
  const withAttributes = (attributes: CanonicalSpan['attributes']) => ({
    attributes: { ...attributes, ag: { data: {} } },
  });

  it('counts the spans of each key and type, the most frequent key first', async () => {
    await store(
      { ...withAttributes({ tier: 'gold', n: 1, list: ['a', true] }), metrics: withTokens(3) },
      { ...withAttributes({ tier: 5, n: 2 }), metrics: withTokens(4.5), has_type_span: true },
      { ...withAttributes({ tier: 'free' }), has_type_span: true },
    );

    expect(await keys()).toEqual([
      'ag.metrics.duration.cumulative 0 3 0',
      'ag.type.trace 3 0 0',
      'tier 2 1 0',
      'ag.metrics.tokens.incremental.cached_5m 0 2 0',
      'ag.type.span 2 0 0',
      'n 0 2 0',
      'list.0 1 0 0',
      'list.1 0 0 1',
    ]);
    expect(await keys({ prefix: 'list.', limit: 1 })).toEqual(['list.0 1 0 0']);
  });

  it('counts every received span by the day of its start', async () => {
    const midnight = (START_NS / DAY_NS) * DAY_NS;
    await store(
      { start_time: midnight + DAY_NS },
      { start_time: midnight + DAY_NS - 1n },
      { start_time: midnight },
      { start_time: -1n },
    );
    const days = (range: object = {}) =>
      used.analytics.listSpansByDay(
        { project_id: project.id, oldest: undefined, newest: undefined, ...range },
        signal,
      );
    const dayOf = (ns: bigint) => new Date(Number(ns / 1_000_000n)).toISOString().slice(0, 10);
    const [before, first, second] = [
      { day: '1969-12-31', spans: 1 },
      { day: dayOf(midnight), spans: 2 },
      { day: dayOf(midnight + DAY_NS), spans: 1 },
    ];

    expect(await days()).toEqual([before, first, second]);
    expect(await days({ oldest: midnight + 1n })).toEqual([first, second]);
    expect(await days({ newest: midnight + DAY_NS })).toEqual([before, first]);
    expect(await days({ oldest: 0n, newest: midnight + DAY_NS + 1n })).toEqual([first, second]);
    expect(await days({ project_id: randomUUID() })).toEqual([]);
  });

  it('returns when the first span of a project arrived', async () => {
    const first = () => used.analytics.firstReceivedAt(project.id, signal);
    expect(await first()).toBeUndefined();
    await store({ start_time: START_NS }, { start_time: START_NS - DAY_NS });
    const expected = project.receivedAt - 1n;
    expect(await first()).toBe(expected);

    await store({ start_time: START_NS - 2n * DAY_NS });

    expect(await first()).toBe(expected);
  });

  it('covers all days of a range completely', async () => {
    await store(
      { ...withAttributes({ first: 1 }), start_time: START_NS },
      { ...withAttributes({ second: 1 }), start_time: START_NS + DAY_NS },
    );
    const midnight = (START_NS / DAY_NS) * DAY_NS + DAY_NS;
    const named = async (range: object) =>
      (await keys(range)).filter((key) => !key.startsWith('ag.')).map((key) => key.split(' ')[0]);

    expect(await named({ oldest: START_NS + 1n, newest: midnight })).toEqual(['first']);
    expect(await named({ oldest: START_NS + 1n, newest: midnight + 1n })).toEqual([
      'first',
      'second',
    ]);
    expect(await named({ oldest: midnight })).toEqual(['second']);
  });

  it('lists scalars as exact JSON, without texts over 256 characters', async () => {
    const long = 'ä'.repeat(256);
    await store(
      withAttributes({ value: 'gold' }),
      withAttributes({ value: 'gold' }),
      withAttributes({ value: 'a "quoted"' }),
      withAttributes({ value: 9_007_199_254_740_993n }),
      withAttributes({ value: 2.5 }),
      withAttributes({ value: true }),
      withAttributes({ value: long }),
      withAttributes({ value: `${long}!` }),
      withAttributes({ value: null }),
      withAttributes({ value: { deep: 'gold' } }),
      withAttributes({ other: 'gold' }),
    );

    expect(await values('value')).toEqual([
      '"gold" 2',
      '2.5 1',
      '9007199254740993 1',
      String.raw`"a \"quoted\"" 1`,
      'true 1',
      `"${long}" 1`,
    ]);
    expect(await values('value', { prefix: 'go' })).toEqual(['"gold" 2']);
    expect(await values('value', { limit: 1 })).toEqual(['"gold" 2']);
    expect(await values('value.deep')).toEqual(['"gold" 1']);
    expect(await values('ag.type.trace')).toEqual(['"invocation" 11']);
    expect(await values('ag.metrics.duration.cumulative')).toEqual(['5 11']);
  });

  it('counts names of resources, scopes and events once for each current span', async () => {
    const event = (attributes: JsonObject) => ({ name: 'e', timestamp: START_NS, attributes });
    await store({ trace_id: '9'.repeat(32), resource: { attributes: { replaced: 'x' } } });
    await store(
      { trace_id: '9'.repeat(32), resource: { attributes: { tier: 'gold' } } },
      {
        resource: { attributes: { tier: 'gold', 'a.b': 5, a: { b: 'inner' }, list: ['x'] } },
        scope: { name: 's', version: '1', attributes: { tier: false } },
        events: [event({ tier: 'gold', n: 1 }), event({ tier: 'gold' }), event({ tier: 2 })],
      },
    );

    expect(await keys({ source: 'resource' })).toEqual(['tier 2 0 0', 'a.b 0 1 0']);
    expect(await keys({ source: 'resource', prefix: 'a', limit: 1 })).toEqual(['a.b 0 1 0']);
    expect(await keys({ source: 'scope' })).toEqual(['tier 0 0 1']);
    expect(await keys({ source: 'events' })).toEqual(['tier 1 1 0', 'n 0 1 0']);
    expect(await values('tier', { source: 'resource' })).toEqual(['"gold" 2']);
    expect(await values('a.b', { source: 'resource' })).toEqual(['5 1']);
    expect(await values('list', { source: 'resource' })).toEqual([]);
    expect(await values('tier', { source: 'scope' })).toEqual(['false 1']);
    expect(await values('tier', { source: 'events' })).toEqual(['2 1', '"gold" 1']);
  });

  it('shows the current value of a span that was sent again, only within the range', async () => {
    await store({ ...withAttributes({ value: 'old' }), start_time: START_NS });
    await store({ ...withAttributes({ value: 'new' }), start_time: START_NS + 5n });

    expect(await values('value')).toEqual(['"new" 1']);
    expect(await values('value', { newest: START_NS + 5n })).toEqual([]);
    expect(await values('value', { oldest: START_NS + 5n })).toEqual(['"new" 1']);
  });
});

function withTokens(cached: number): CanonicalSpan['metrics'] {
  const tokens = { incremental: { cached_5m: cached } };
  return { duration: { cumulative: 5 }, errors: {}, tokens, costs: {} };
}

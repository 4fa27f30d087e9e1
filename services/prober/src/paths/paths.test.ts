import { randomBytes } from 'node:crypto';
import type { HttpAnswer, ProbeRequest } from '../http/http-client.js';
import { createProbeTrace, type ProbeSpan } from '../probe/probe-trace.js';
import { type RecordedClient, recordedClient } from '../testing/recorded-client.js';
import { createPaths } from './create-paths.js';
import type { PathName } from './read-path.js';

const trace = createProbeTrace('typed', {
  nowNs: 1_777_629_660_123_456_789n,
  random: randomBytes,
});
const { signal } = new AbortController();
const [root] = trace.spans;

/** Prepares the path and then looks for the probe once. */
async function look(client: RecordedClient, name: PathName, receipt?: string) {
  const path = createPaths(client, ['tempo', 'jaeger', 'zipkin']).find((one) => one.name === name);
  const lookFor = await path?.prepare(trace, signal);
  return await lookFor?.({ trace, receipt }, signal);
}

function lookIn(name: PathName, answer: Partial<HttpAnswer> | object) {
  return look(
    recordedClient(() => answer),
    name,
  );
}

function isoOf(ns: bigint): string {
  const second = new Date(Number(ns / 1_000_000n)).toISOString().slice(0, 19);
  return `${second}.${String(ns % 1_000_000_000n).padStart(9, '0')}Z`;
}

/**
 * Returns a span as Spanhouse's own API shows it. The result is JSON text, because the span contains an integer that a
 * JavaScript number cannot hold.
 */
function ownJson(span: ProbeSpan, changed: object = {}): string {
  const { attributes, event, start_time, end_time, ...members } = span;
  const shown = {
    ...members,
    trace_id: trace.trace_id,
    start_time: isoOf(start_time),
    end_time: isoOf(end_time),
    attributes: { ag: { data: {} }, spanhouse: { probe: nested(attributes) } },
    resource: { attributes: { 'service.name': 'spanhouse-prober' } },
    ...(event && { events: [{ name: event.name, timestamp: isoOf(event.timestamp) }] }),
    ...changed,
  };
  return JSON.stringify(shown).replace('"big"', '9007199254740993');
}

function nested(attributes: ProbeSpan['attributes']) {
  return Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [
      key.split('.').at(-1),
      typeof value === 'bigint' ? 'big' : value,
    ]),
  );
}

const wholeList = { text: `{"spans":[${trace.spans.map((span) => ownJson(span)).join()}]}` };

describe('the path spans_query', () => {
  it('selects the probe by its attribute and its time, and compares all members', async () => {
    const client = recordedClient(() => wholeList);

    expect(await look(client, 'spans_query')).toEqual({ status: 'whole' });
    const [{ path, body }] = client.requests as [ProbeRequest];
    expect(path).toBe('/spans/query');
    expect(JSON.parse(String(body))).toEqual({
      filtering: {
        conditions: [
          { field: 'attributes', key: 'spanhouse.probe.id', operator: 'is', value: trace.id },
        ],
      },
      windowing: { oldest: '2026-05-01T10:00:59.103Z', newest: '2026-05-01T10:01:01.111Z' },
    });
  });

  it.each([
    ['another time', { start_time: isoOf(root.start_time + 1n) }],
    ['another name', { span_name: 'other' }],
    ['a parent', { parent_id: 'f'.repeat(16) }],
    ['another service', { resource: { attributes: { 'service.name': 'other' } } }],
    ['an event that was not sent', { events: [{ name: 'e', timestamp: isoOf(1n) }] }],
  ])('finds %s', async (_what, changed) => {
    const [, ...others] = trace.spans;
    const spans = [ownJson(root, changed), ...others.map((span) => ownJson(span))];

    expect(await lookIn('spans_query', { text: `{"spans":[${spans.join()}]}` })).toMatchObject({
      status: 'different',
      differences: [{ span_id: root.span_id }],
    });
  });

  it.each([
    ['a refusal', { status: 503, text: 'busy' }, 'refused'],
    ['a text', { text: 'ok' }, 'unreadable'],
    ['a list', { text: '[]' }, 'unreadable'],
    ['spans that are no list', { text: '{"spans":{}}' }, 'unreadable'],
    ['a span without id', { text: '{"spans":[{}]}' }, 'unreadable'],
  ])('takes %s for a failure, not for an absent probe', async (_what, answer, reason) => {
    await expect(lookIn('spans_query', answer)).rejects.toMatchObject({ reason });
  });
});

describe('the path receipt', () => {
  const lookWith = (answer: Partial<HttpAnswer> | object, receipt?: string) =>
    look(
      recordedClient(() => answer),
      'receipt',
      receipt,
    );

  it('waits while the service reports that the spans are not visible', async () => {
    const answer = { status: 504, text: '{"detail":{"code":"not_yet_visible"}}' };

    expect(await lookWith(answer, 'r')).toEqual({ status: 'absent' });
  });

  it('sends the receipt, and asks the service to wait for most of the deadline', async () => {
    const client = recordedClient(() => ({ status: 504, text: '"not_yet_visible"' }));

    await look(client, 'receipt', 'r');

    const headers = { 'x-consistent-with': 'r', 'x-consistency-timeout-ms': '8000' };
    expect(client.requests).toMatchObject([{ headers }]);
  });

  it('reports an answer without the spans of the receipt as a difference', async () => {
    expect(await lookWith({ count: 0 }, 'r')).toMatchObject({
      status: 'different',
      differences: [{ member: 'receipt', seen: 'absent' }],
    });
  });

  it('reports a write without a receipt', async () => {
    expect(await lookWith({ count: 0 })).toMatchObject({ status: 'different' });
  });

  it('treats another 504 as a failure', async () => {
    const answer = { status: 504, text: '{"detail":{"code":"deadline_exceeded"}}' };

    await expect(lookWith(answer, 'r')).rejects.toMatchObject({ reason: 'refused' });
  });
});

describe('the paths of traces', () => {
  it('reads spans on every level of a tree, including several spans with the same name', async () => {
    const [, call, step] = trace.spans as unknown as [ProbeSpan, ProbeSpan, ProbeSpan];
    const inner = `"spans":{"probe call":[${ownJson(call)},${ownJson(step)}]}`;
    const tree = `${ownJson(root).slice(0, -1)},${inner}}`;
    const found = `{"trace_id":"${trace.trace_id}","spans":{"probe":${tree}}}`;

    expect(await lookIn('trace_by_id', { text: `{"count":1,"trace":${found}}` })).toEqual({
      status: 'whole',
    });
    expect(await lookIn('traces_query', { text: `{"count":1,"traces":[${found}]}` })).toEqual({
      status: 'whole',
    });
    expect(await lookIn('trace_by_id', { count: 0 })).toEqual({ status: 'absent' });
  });
});

describe('the path aggregate', () => {
  it.each([
    [0, 0, 'absent'],
    [2, 1, 'partial'],
    [3, 1, 'whole'],
    [3, 0, 'different'],
    [4, 1, 'different'],
  ])('takes %d spans with %d failed ones as %s', async (count, failed, status) => {
    expect(await lookIn('aggregate', { total: { count, failed } })).toMatchObject({ status });
  });
});

describe('the path analytics', () => {
  const answer = (count: number, sum: number) => ({
    buckets: [{ metrics: { 'attributes.ag.metrics.duration.cumulative': { count, sum } } }],
  });

  it.each([
    [{ count: 0, buckets: [] }, 'absent'],
    [answer(1, 8), 'whole'],
    [answer(1, 8.5), 'different'],
    [answer(2, 16), 'different'],
  ])('takes %j as its status %s', async (given, status) => {
    expect(await lookIn('analytics', given)).toMatchObject({ status });
  });
});

describe('the path tail', () => {
  const beat = (since: string) => JSON.stringify({ beat: { since, matched: 0, skipped: 0 } });
  const spanLine = (span: ProbeSpan) => `{"span":${ownJson(span)}}`;

  it('records its position before the write, and reads from there until the next beat', async () => {
    const lines = [beat('t1'), ...trace.spans.map(spanLine), beat('t2'), 'not read'];
    const client = recordedClient(() => ({ text: lines.join('\n') }));

    expect(await look(client, 'tail')).toEqual({ status: 'whole' });
    const [mark, place] = client.requests.map(({ body }) => JSON.parse(String(body)).since);
    expect([mark, place]).toEqual([undefined, 't1']);
  });

  it('reports a span that appears twice', async () => {
    const lines = [beat('t1'), spanLine(root), spanLine(root), beat('t2')];

    expect(await lookIn('tail', { text: lines.join('\n') })).toMatchObject({
      status: 'different',
      differences: [{ seen: 'twice' }],
    });
  });

  it('treats a stream that ends early as a failure', async () => {
    const lines = [beat('t1'), '{"error":{"status":503}}'];

    await expect(lookIn('tail', { text: lines.join('\n') })).rejects.toMatchObject({
      reason: 'unreadable',
    });
  });
});

describe.each<PathName>(['jaeger_trace', 'zipkin_trace'])('the path %s', (name) => {
  it('treats 404 as an absent probe, and any other status as a failure', async () => {
    expect(await lookIn(name, { status: 404, text: 'trace not found' })).toEqual({
      status: 'absent',
    });
    await expect(lookIn(name, { status: 500, text: '' })).rejects.toMatchObject({
      reason: 'refused',
    });
  });
});

describe('the path tempo_search', () => {
  const found = (spans: readonly ProbeSpan[], matched: number) => ({
    traces: [
      {
        traceID: trace.trace_id,
        spanSets: [
          {
            matched,
            spans: spans.map((span) => ({
              spanID: span.span_id,
              name: span.span_name,
              startTimeUnixNano: String(span.start_time),
              durationNanos: String(span.end_time - span.start_time),
            })),
          },
        ],
      },
    ],
  });

  it('compares the facts in an entry, and the number of matching spans', async () => {
    const { spans } = trace;

    expect(await lookIn('tempo_search', found(spans, 3))).toEqual({ status: 'whole' });
    expect(await lookIn('tempo_search', found(spans.slice(1), 2))).toMatchObject({
      status: 'partial',
    });
    expect(await lookIn('tempo_search', found(spans, 4))).toMatchObject({ status: 'different' });
    expect(await lookIn('tempo_search', { traces: [] })).toEqual({ status: 'absent' });
  });
});

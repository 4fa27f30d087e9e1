import { randomUUID } from 'node:crypto';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import { aContext, aSpan, START_NS } from '@spanhouse/trace-store/testing';
import type { ArrivedRange } from '@spanhouse/trace-store/writer';
import { describeSpanMetrics, type SpanMetricsUnderTest } from './span-metrics-under-test.js';

const never = new AbortController().signal;
const GENERATION = 1n << 48n;
const HOUR_NS = 3_600_000_000_000n;
const DAY_NS = 24n * HOUR_NS;

describeSpanMetrics('SpanMetricsStore arrived spans', (open) => {
  let used: SpanMetricsUnderTest;
  let offset = 0n;
  let project_id: string;

  beforeAll(async () => {
    used = await open();
  });
  beforeEach(() => {
    project_id = randomUUID();
  });
  afterAll(() => used.close());

  /** Stores spans in a block of their own, and returns the range that has only this block. */
  const send = async (spans: readonly Partial<CanonicalSpan>[], afterNs = 0n) => {
    offset += 1n;
    const rows = spans.map((members, index) => ({
      span: aSpan({ resource: named('shop'), ...members }),
      context: aContext({
        project_id,
        received_at: START_NS + 60_000_000_000n + afterNs + offset * 1000n + BigInt(index),
      }),
    }));
    await used.store({ rows, logOffset: GENERATION | offset });
    return rangeFrom(offset);
  };
  const rangeFrom = (first: bigint): ArrivedRange => ({
    from: [GENERATION | first],
    to: [GENERATION | (offset + 1n)],
    withNamespaces: true,
  });
  const read = async (range: ArrivedRange) => {
    const { calls, halves } = await used.metrics.arrived(range, never);
    return {
      calls: calls.toSorted((left, right) => (left.labels.join() < right.labels.join() ? -1 : 1)),
      halves: halves.toSorted((left, right) => (left.span_id < right.span_id ? -1 : 1)),
    };
  };

  it('adds up spans by service, name, kind, status and bucket of their duration', async () => {
    const ends = [1_000_000n, 2_000_000n, 2_000_001n, 40_000_000_000n, -5n];
    const range = await send(
      ends.map((end, index) => ({
        span_id: (index + 1).toString(16).padStart(16, '0'),
        end_time: START_NS + end,
        span_kind: 'SPAN_KIND_INTERNAL',
      })),
    );

    const { calls, halves } = await read(range);

    expect(calls.toSorted((a, b) => a.bucket - b.bucket)).toMatchObject([
      { bucket: 0, amount: 3n, totalNs: 3_000_000n },
      { bucket: 1, amount: 1n, totalNs: 2_000_001n },
      { bucket: 14, amount: 1n, totalNs: 40_000_000_000n },
    ]);
    expect(calls[0]).toMatchObject({
      project_id,
      metric: 'calls',
      labels: ['shop', 'GET /reports', 'SPAN_KIND_INTERNAL', 'STATUS_CODE_OK'],
      exemplar: { trace_id: aSpan().trace_id },
    });
    expect(calls.every(({ totalBytes }) => totalBytes > 10n)).toBe(true);
    expect(halves).toEqual([]);
  });

  it('leaves out spans without service, and those that ended an hour before they arrived', async () => {
    const range = await send([
      { span_id: '0000000000000001', resource: undefined },
      { span_id: '0000000000000002', resource: named('') },
      { span_id: '0000000000000003', end_time: START_NS - HOUR_NS },
      { span_id: '0000000000000004', end_time: START_NS + 61_000_000_000n - HOUR_NS },
    ]);

    const { calls } = await read(range);

    expect(calls).toMatchObject([{ amount: 1n }]);
  });

  it('counts a span that is delivered again within a day once, also with other members', async () => {
    const first = await send([{ trace_id: 'a1'.repeat(16) }]);
    const second = await send([
      { trace_id: 'a1'.repeat(16), start_time: START_NS - 20_000_000_000n, span_name: 'later' },
      { trace_id: 'a1'.repeat(16), span_id: '0000000000000009', span_name: 'new' },
      { trace_id: 'a2'.repeat(16), span_name: 'other trace' },
    ]);
    const afterADay = await send([{ trace_id: 'a1'.repeat(16) }], DAY_NS);

    expect((await read(first)).calls).toMatchObject([{ amount: 1n }]);
    expect((await read(second)).calls.map(({ labels }) => labels[1])).toEqual([
      'new',
      'other trace',
    ]);
    // It ended more than an hour before it arrived, and counts as half of a call in no case.
    expect(await read(afterADay)).toEqual({ calls: [], halves: [] });
  });

  it('counts a span again that is delivered more than a day later', async () => {
    const trace_id = 'b1'.repeat(16);
    await send([{ trace_id }]);
    const range = await send([{ trace_id, end_time: START_NS + 2n * DAY_NS }], 2n * DAY_NS);

    expect((await read(range)).calls).toMatchObject([{ amount: 1n }]);
  });

  it('counts a span that is twice in a block once, and the same in every range', async () => {
    const trace_id = 'c1'.repeat(16);
    const range = await send([{ trace_id }, { trace_id, span_name: 'second' }]);
    const whole = await read(rangeFrom(0n));

    expect((await read(range)).calls.map(({ labels }) => labels[1])).toEqual(['GET /reports']);
    expect(whole.calls.filter(({ project_id: id }) => id === project_id)).toMatchObject([
      { amount: 1n },
    ]);
  });

  it('returns the sides of calls with what names their peers', async () => {
    const trace_id = 'd1'.repeat(16);
    const range = await send([
      {
        trace_id,
        span_id: '0000000000000001',
        span_kind: 'SPAN_KIND_CLIENT',
        status_code: 'STATUS_CODE_ERROR',
        resource: named('shop', 'front'),
        attributes: {
          'peer.service': 'bank "é"',
          network: { peer: { address: '10.0.0.1', port: 5432 } },
          db: { system: 'postgresql', name: null, namespace: ['x'] },
          ag: { data: {} },
        },
      },
      { trace_id, span_id: '0000000000000002', parent_id: '0000000000000001' },
      {
        trace_id,
        span_id: '0000000000000003',
        span_kind: 'SPAN_KIND_PRODUCER',
        attributes: { server: { address: 'queue' }, ag: { data: {} } },
      },
      { trace_id, span_id: '0000000000000004', span_kind: 'SPAN_KIND_CONSUMER' },
    ]);

    const { halves } = await read(range);
    const { halves: unnamed } = await read({ ...range, withNamespaces: false, only: 'halves' });

    expect(halves).toMatchObject([
      {
        project_id,
        trace_id,
        span_id: '0000000000000001',
        parent_id: '',
        kind: 'client',
        service: 'shop',
        namespace: 'front',
        isError: true,
        durationNs: 5_000_000n,
        peers: ['bank "é"', '', '10.0.0.1', '5432', '', '', '', 'postgresql'],
      },
      { kind: 'server', parent_id: '0000000000000001', isError: false, peers: [] },
      { kind: 'producer', namespace: '', peers: ['', '', '', '', '', '', '', ''] },
      { kind: 'consumer', parent_id: '', peers: ['', '', '', '', '', '', '', ''] },
    ]);
    expect(unnamed[0]).toMatchObject({ namespace: '', span_id: '0000000000000001' });
  });

  it('tells the blocks of a range by partition and offset', async () => {
    await send([{}]);
    const { from, to } = await send([{}, { span_id: '0000000000000002' }]);
    const row = { span: aSpan(), context: aContext({ project_id, received_at: START_NS }) };
    await used.store({ rows: [row], logPartition: 1, logOffset: GENERATION | 3n });

    const blocks = await used.metrics.blocks({ from, to: [...to, GENERATION | 4n] }, never);

    expect(blocks).toEqual([
      { partition: 0, offset: from?.[0], rows: 2, receivedNs: expect.any(BigInt) },
      { partition: 1, offset: GENERATION | 3n, rows: 1, receivedNs: START_NS },
    ]);
    expect(
      await used.metrics.blocks(
        { from, to: [...to, GENERATION | 4n], receivedAfter: START_NS },
        never,
      ),
    ).toHaveLength(1);
  });
});

function named(service: string, namespace?: string) {
  return {
    attributes: {
      'service.name': service,
      ...(namespace !== undefined && { 'service.namespace': namespace }),
    },
  };
}

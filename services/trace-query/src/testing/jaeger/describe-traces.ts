import { traceIdsOfSetD } from '@spanhouse/span-dialects/testing';
import { type JaegerClient, ownTags } from './ask-jaeger.js';
import { shortC, wholeWindowV3 } from './found-traces.js';
import { v1 } from './jaeger-shapes.js';

const { a, b, c, d } = traceIdsOfSetD;
const prod = [{ key: 'deployment.environment', type: 'string', value: 'prod' }];
const staging = [{ key: 'deployment.environment', type: 'string', value: 'staging' }];

/** Span a3 without the tags that ingest adds. */
const chargeOfA = {
  traceID: a,
  spanID: '00000000000000a3',
  operationName: 'charge',
  references: [{ refType: 'CHILD_OF', traceID: a, spanID: '00000000000000a2' }],
  startTime: 1777629600100000,
  duration: 500000,
  tags: [
    { key: 'amount', type: 'float64', value: 12.5 },
    { key: 'http.status_code', type: 'int64', value: 502 },
    { key: 'span.kind', type: 'string', value: 'server' },
    { key: 'otel.status_code', type: 'string', value: 'ERROR' },
    { key: 'error', type: 'bool', value: true },
    { key: 'otel.status_description', type: 'string', value: 'card declined' },
  ],
  logs: [
    {
      timestamp: 1777629600300000,
      fields: [
        { key: 'event', type: 'string', value: 'retry' },
        { key: 'attempt', type: 'int64', value: 2 },
      ],
    },
    {
      timestamp: 1777629600550000,
      fields: [
        { key: 'event', type: 'string', value: 'exception' },
        { key: 'exception.type', type: 'string', value: 'CardError' },
        { key: 'exception.message', type: 'string', value: 'declined' },
      ],
    },
  ],
  processID: 'p2',
  warnings: null,
};

const summaryOfA = {
  traceId: a,
  rootServiceName: 'gateway',
  rootOperationName: 'GET /checkout',
  minStartTimeUnixNano: '1777629600000000000',
  maxEndTimeUnixNano: '1777629600900000000',
  spanCount: 6,
  errorSpanCount: 2,
  orphanSpanCount: 0,
  services: [
    { name: 'gateway', spanCount: 3, errorSpanCount: 1 },
    { name: 'inventory', spanCount: 1, errorSpanCount: 0 },
    { name: 'payments', spanCount: 2, errorSpanCount: 1 },
  ],
};

/** Declares the tests of the JSON of spans, traces and summaries. */
export function describeTraces(client: () => JaegerClient): void {
  describeProcesses(client);

  it('shows spans in the form of version 1', async () => {
    const spans = await spansOf(client(), a);

    expect([...spans.keys()]).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6']);
    expect(spans.get('a3')).toEqual(chargeOfA);
    expect(spans.get('a6')?.references).toEqual([
      { refType: 'CHILD_OF', traceID: a, spanID: '00000000000000a1' },
      { refType: 'FOLLOWS_FROM', traceID: b, spanID: '00000000000000b1' },
    ]);
    expect(spans.get('a1')).toMatchObject({ references: [], processID: 'p1' });
    expect(spans.get('a5')?.tags).toContainEqual({
      key: 'tags',
      type: 'string',
      value: '["fast","html"]',
    });
  });
}

function describeProcesses(client: () => JaegerClient): void {
  it('shares the processes of equal resources', async () => {
    const { data } = await client().read(`/api/traces/${a}`, v1.traces);

    expect(data[0]?.processes).toEqual({
      p1: { serviceName: 'gateway', tags: prod },
      p2: { serviceName: 'payments', tags: prod },
      p3: { serviceName: 'inventory', tags: staging },
    });
  });

  it('shows a trace whose id has a half of zeros, and one without its root', async () => {
    expect((await spansOf(client(), c)).get('c1')).toMatchObject({
      traceID: shortC,
      duration: 400,
      tags: [
        { key: 'otel.scope.name', value: 'scheduler' },
        { key: 'otel.scope.version', value: '2.1.0' },
        { key: 'span.kind', value: 'internal' },
      ],
    });
    expect((await spansOf(client(), d)).get('d2')?.references).toEqual([
      { refType: 'CHILD_OF', traceID: d, spanID: '00000000000000d1' },
    ]);
    expect([...(await spansOf(client(), shortC.toUpperCase())).keys()]).toEqual(['c1']);
  });

  it('summarizes traces', async () => {
    const summaries = await client().summariesOf(wholeWindowV3);

    expect(summaries.find(({ traceId }) => traceId === a)).toEqual(summaryOfA);
    const orphaned = summaries.find(({ traceId }) => traceId === d);
    expect(orphaned).toMatchObject({ spanCount: 2, orphanSpanCount: 1 });
    expect(orphaned).not.toHaveProperty('rootServiceName');
  });
}

async function spansOf(client: JaegerClient, id: string) {
  const { data } = await client.read(`/api/traces/${id}`, v1.traces);
  const spans = data.flatMap((trace) => trace.spans);
  return new Map(spans.map((span) => [span.spanID.slice(-2), { ...span, tags: ownTags(span) }]));
}

import request from 'supertest';
import { otlpBytes } from '../testing/otlp-bytes.js';
import { jsonType, sendOtlp } from '../testing/send-otlp.js';
import { aSentSpan, spanId } from '../testing/sent-spans.js';
import { countOf, readSpanAccount } from '../testing/span-account.js';
import { createTestGateway, type TestGateway } from '../testing/test-gateway.js';

const metric = 'spanhouse_gateway_requests_too_complex_total';

function withAttributes(attributes: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ spans: [aSentSpan({ attributes })] });
}

function members(count: number, nameOf: (at: number) => string): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [nameOf(at), at]));
}

const manyNames = withAttributes({ n: members(40_000, (at) => `k${at}`) });
const manyContainers = withAttributes({ n: new Array(200_000).fill([]) });
const manyPlaces = withAttributes(members(1000, (at) => `k${at}${'.a'.repeat(90)}`));

async function post(gateway: TestGateway, body: string) {
  const { status, body: answer } = await request(gateway.app)
    .post('/tracing/spans/ingest')
    .set(jsonType)
    .send(body);
  return { status, detail: String(answer.detail) };
}

describe('a large request of an ordinary sender', () => {
  it('is accepted with many spans, a few hundred attributes in each span, and long messages', async () => {
    const gateway = createTestGateway();
    const spans = Array.from({ length: 200 }, (_, at) =>
      aSentSpan({
        span_id: spanId(at + 1),
        attributes: {
          ...members(300, (n) => `app.part${n % 40}.value${n}`),
          'ag.data.inputs': { messages: [{ role: 'user', content: `${at}`.repeat(5000) }] },
          'ag.data.outputs': { scores: members(50, (n) => `document-${at}-${n}`) },
        },
      }),
    );

    const { status } = await post(gateway, JSON.stringify({ spans }));

    expect([status, gateway.storedSpans().length]).toEqual([202, 200]);
    expect(await countOf(gateway.registry, metric)).toBe(0);
  });
});

describe('a request with too many values for its size', () => {
  it.each([
    [
      'values',
      withAttributes({ n: new Array(1000).fill(1) }),
      'Request body holds more than 900 values.',
    ],
    [
      'names',
      manyNames,
      'Request body holds more different names than 10000 and one for every 32 characters.',
    ],
    [
      'containers',
      manyContainers,
      'Request body holds more objects and lists than 10000 and one for every 6 characters.',
    ],
    ['containers', manyPlaces, 'The dotted keys of the request create too many objects.'],
  ])('is answered 413 and counted, as JSON: %s', async (limit, body, detail) => {
    const bodyValues = limit === 'values' ? 900 : 25_000_000;
    const gateway = createTestGateway({ limits: { bodyValues } });

    expect(await post(gateway, body)).toEqual({ status: 413, detail });

    const { registry } = gateway;
    const counts = [await countOf(registry, metric, { limit }), await countOf(registry, metric)];
    expect(counts).toEqual([1, 1]);
    expect(await readSpanAccount(registry)).toMatchObject({ published: 0, received: 0 });
  });

  it('is answered 413 and counted, as OTLP', async () => {
    const gateway = createTestGateway({ limits: { bodyValues: 3 } });

    const answer = await sendOtlp(gateway, { body: otlpBytes({}) });

    expect(answer.status).toBe(413);
    expect(await countOf(gateway.registry, metric, { limit: 'values' })).toBe(1);
  });

  it('is answered 413 and counted if its rows exceed the limit of the log', async () => {
    const gateway = createTestGateway();
    Object.defineProperty(gateway.log, 'maxInFlightBytes', { value: 100 });

    const { status } = await post(gateway, withAttributes({ n: 1 }));

    expect(status).toBe(413);
    expect(await countOf(gateway.registry, metric, { limit: 'rows' })).toBe(1);
    expect(await readSpanAccount(gateway.registry)).toMatchObject({ received: 1, failed: 1 });
  });
});

import { issueKey } from '@spanhouse/catalog/testing';
import { checkJaegerV3Json, traceIdsOfSetD } from '@spanhouse/span-dialects/testing';
import type { z } from 'zod';
import { v1 } from '../testing/jaeger/jaeger-shapes.js';
import { createTestJaeger, type Shown } from '../testing/test-doors.js';

const { a } = traceIdsOfSetD;

/** Headers that Go's HTTP client sends with every request. Grafana adds the credentials of the data source. */
const grafana = { 'user-agent': 'Grafana/12.1.0', 'accept-encoding': 'gzip' };
const jaegerUi = {
  accept: 'application/json',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'sec-fetch-site': 'same-origin',
};

const grafanaRequests: readonly (readonly [string, z.ZodType | string])[] = [
  ['/api/services', v1.names],
  ['/api/services/payments/operations', v1.names],
  [
    '/api/traces?end=1777629800000000&limit=20&maxDuration=1s&minDuration=100ms&operation=charge&service=payments&start=1777629600000000&tags=%7B%22error%22%3A%22true%22%7D',
    v1.traces,
  ],
  ['/api/traces?end=1777629800000000&limit=20&service=gateway&start=1777629600000000', v1.traces],
  [`/api/traces/${a}`, v1.traces],
  [`/api/traces/${a}?end=1777629800000&start=1777629600000`, v1.traces],
  ['/api/dependencies?endTs=1777629800000&lookback=200000', v1.dependencies],
  ['/api/v3/services', 'GetServicesResponse'],
  ['/api/v3/operations?service=payments', 'GetOperationsResponse'],
  [`/api/v3/traces/${a}`, 'GRPCGatewayWrapper'],
];

const uiRequests: readonly (readonly [string, z.ZodType | string])[] = [
  ['/api/v3/services', 'GetServicesResponse'],
  ['/api/v3/operations?service=payments', 'GetOperationsResponse'],
  [
    '/api/v3/trace-summaries?query.serviceName=payments&query.startTimeMin=2026-05-01T09:10:00.000Z&query.startTimeMax=2026-05-01T10:10:00.000Z&query.searchDepth=20&query.attributes=%7B%22http.status_code%22%3A%22502%22%7D',
    'FindTraceSummariesResponse',
  ],
  [
    '/api/v3/traces?query.serviceName=payments&query.operationName=charge&query.startTimeMin=2026-05-01T11:10:00.000+02:00&query.startTimeMax=2026-05-01T12:10:00.000+02:00&query.durationMin=100ms&query.searchDepth=20',
    'GRPCGatewayWrapper',
  ],
  ['/api/services', v1.names],
  ['/api/operations?service=payments', v1.operations],
  [
    '/api/traces?end=1777630200000000&limit=20&lookback=1h&maxDuration&minDuration&operation=charge&service=payments&start=1777626600000000',
    v1.traces,
  ],
  [`/api/traces?traceID=${a}&raw=false`, v1.traces],
  [`/api/traces/${a}?prettyPrint=true&raw=true`, v1.traces],
  ['/api/dependencies?endTs=1777629800000&lookback=604800000', v1.dependencies],
  ['/api/metrics/minstep', v1.minStep],
  ...['0.5', '0.75', '0.95'].map(
    (quantile) =>
      [
        `/api/metrics/latencies?service=payments&endTs=1777629900000&lookback=3600000&quantile=${quantile}&ratePer=600000&spanKind=server&step=60000`,
        v1.metrics,
      ] as const,
  ),
  [
    '/api/metrics/calls?service=payments,service=gateway&endTs=1777629900000&lookback=3600000&groupByOperation=true&ratePer=3600000&spanKind=server&step=60000',
    v1.metrics,
  ],
  [
    '/api/metrics/errors?service=payments&endTs=1777629900000&lookback=3600000&ratePer=600000&spanKind=server&step=60000',
    v1.metrics,
  ],
];

/** Decodes a version 1 answer or a version 3 message. */
function decode(body: Shown, shape: z.ZodType | string): void {
  if (typeof shape === 'string') {
    checkJaegerV3Json(shape, body);
  } else {
    shape.parse(body);
  }
}

describe('requests of clients as they were recorded', () => {
  const { ask, catalog } = createTestJaeger({ authMode: 'keys' });
  let key: string;

  beforeAll(async () => {
    key = (await issueKey(catalog, ['view_spans'])).text;
  });

  it.each(grafanaRequests)("Grafana's data source reads %s", async (path, shape) => {
    const { body, status } = await ask(path).set(grafana).auth('grafana', key);

    expect(status).toBe(200);
    decode(body, shape);
  });

  it.each(uiRequests)('the Jaeger UI reads %s', async (path, shape) => {
    const { body, status } = await ask(path).set(jaegerUi).auth('', key);

    expect(status).toBe(200);
    decode(body, shape);
  });

  it.each([
    `/api/traces/${a}`,
    `/api/traces?traceID=${a}`,
    '/api/traces?service=payments&start=1777629600000000&end=1777629800000000',
  ])('indents %s with prettyPrint', async (path) => {
    const plain = await ask(path).auth('', key);
    const mark = path.includes('?') ? '&' : '?';
    const { text } = await ask(`${path}${mark}prettyPrint=true`).auth('', key);

    expect(text).toBe(JSON.stringify(plain.body, undefined, 4));
  });

  it('finds what the last search of the Jaeger UI looks for', async () => {
    const [, , [search = ''] = []] = uiRequests;
    const { body } = await ask(search).set(jaegerUi).auth('', key);

    expect(body.summaries.map(({ traceId }: Shown) => traceId)).toEqual([a]);
  });
});

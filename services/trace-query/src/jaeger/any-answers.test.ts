import { checkJaegerV3Json } from '@spanhouse/span-dialects/testing';
import fc from 'fast-check';
import { anyAcceptedSpans } from '../testing/any-accepted-spans.js';
import { askJaeger } from '../testing/jaeger/ask-jaeger.js';
import { v1, v3 } from '../testing/jaeger/jaeger-shapes.js';
import { createTestJaeger } from '../testing/jaeger/test-jaeger.js';

const numRuns = 25;
const window = 'start=1777629600000000&end=1777629660000000';
const windowV3 = 'query.startTimeMin=2026-05-01T10:00:00Z&query.startTimeMax=2026-05-01T10:01:00Z';
const kinds = ['internal', 'server', 'client'].map((kind) => `&spanKind=${kind}`).join('');
const minutes = `endTs=1777629900000&lookback=600000&step=60000&ratePer=60000${kinds}`;
const services = ['shop', 'OTLPResourceNoServiceName'];

const askedV1 = [
  ['/api/services', v1.names],
  [`/api/traces?${window}`, v1.traces],
  ['/api/dependencies?endTs=1777629660000&lookback=60000', v1.dependencies],
  ...services.flatMap(
    (name) =>
      [
        [`/api/services/${name}/operations`, v1.names],
        [`/api/operations?service=${name}`, v1.operations],
        [`/api/traces?service=${name}&${window}`, v1.traces],
        [
          `/api/metrics/latencies?service=${name}&quantile=0.95&groupByOperation=true&${minutes}`,
          v1.metrics,
        ],
        [`/api/metrics/errors?service=${name}&${minutes}`, v1.metrics],
      ] as const,
  ),
] as const;
const askedV3 = [
  ['GetServicesResponse', '/api/v3/services'],
  ['GRPCGatewayWrapper', `/api/v3/traces?${windowV3}`],
  ['FindTraceSummariesResponse', `/api/v3/trace-summaries?${windowV3}`],
  ...services.flatMap(
    (name) =>
      [
        ['GetOperationsResponse', `/api/v3/operations?service=${name}`],
        [
          'FindTraceSummariesResponse',
          `/api/v3/trace-summaries?query.serviceName=${name}&${windowV3}`,
        ],
      ] as const,
  ),
] as const;

describe('a strict decoder of Jaeger', () => {
  it('accepts every answer of version 1', async () => {
    await fc.assert(
      fc.asyncProperty(anyAcceptedSpans(), async (spans) => {
        const { read } = askJaeger(createTestJaeger({}, spans).app);

        for (const [path, shape] of askedV1) {
          await read(path, shape);
        }
      }),
      { numRuns },
    );
  });

  it('accepts every answer of version 3, generated from its schema', async () => {
    await fc.assert(
      fc.asyncProperty(anyAcceptedSpans(), async (spans) => {
        const { ask } = createTestJaeger({}, spans);

        for (const [type, path] of askedV3) {
          checkJaegerV3Json(type, (await ask(path).expect(200)).body);
        }
      }),
      { numRuns },
    );
  });

  it('accepts every trace of both versions, and the failure to find one', async () => {
    await fc.assert(
      fc.asyncProperty(anyAcceptedSpans(), async (spans) => {
        const { app, ask } = createTestJaeger({}, spans);
        for (const id of new Set(spans.map(({ trace_id }) => trace_id))) {
          await askJaeger(app).read(`/api/traces/${id}`, v1.traces);
          const { body } = await ask(`/api/v3/traces/${id}`).expect(200);
          checkJaegerV3Json('GRPCGatewayWrapper', body);
        }
        v3.failure.parse((await ask(`/api/v3/traces/${'f'.repeat(32)}`).expect(404)).body);
      }),
      { numRuns },
    );
  });
});

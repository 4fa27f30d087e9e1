import { checkJaegerV3Json } from '@spanhouse/span-dialects/testing';
import fc from 'fast-check';
import { anyAcceptedSpans } from '../testing/any-accepted-spans.js';
import { askJaeger } from '../testing/jaeger/ask-jaeger.js';
import { v1, v3 } from '../testing/jaeger/jaeger-shapes.js';
import { createTestJaeger } from '../testing/jaeger/test-jaeger.js';

const numRuns = 40;
const window = 'start=1777629600000000&end=1777629660000000';
const windowV3 = 'query.startTimeMin=2026-05-01T10:00:00Z&query.startTimeMax=2026-05-01T10:01:00Z';
const minutes = 'endTs=1777629900000&lookback=600000&step=60000&ratePer=60000';
const service = fc.constantFrom('shop', 'OTLPResourceNoServiceName');

const askedV1 = service.chain((name) =>
  fc.constantFrom(
    ['/api/services', v1.names] as const,
    [`/api/services/${name}/operations`, v1.names] as const,
    [`/api/operations?service=${name}`, v1.operations] as const,
    [`/api/traces?service=${name}&${window}`, v1.traces] as const,
    [`/api/traces?${window}`, v1.traces] as const,
    ['/api/dependencies?endTs=1777629660000&lookback=60000', v1.dependencies] as const,
    [
      `/api/metrics/latencies?service=${name}&quantile=0.95&groupByOperation=true&${minutes}`,
      v1.metrics,
    ] as const,
    [`/api/metrics/errors?service=${name}&${minutes}`, v1.metrics] as const,
  ),
);
/** The answer of a search may be a 404, which says that there are no traces. */
const askedV3 = service.chain((name) =>
  fc.constantFrom(
    ['GetServicesResponse', '/api/v3/services'] as const,
    ['GetOperationsResponse', `/api/v3/operations?service=${name}`] as const,
    ['GRPCGatewayWrapper', `/api/v3/traces?${windowV3}`] as const,
    [
      'FindTraceSummariesResponse',
      `/api/v3/trace-summaries?query.serviceName=${name}&${windowV3}`,
    ] as const,
    ['FindTraceSummariesResponse', `/api/v3/trace-summaries?${windowV3}`] as const,
  ),
);

describe('a strict decoder of Jaeger', () => {
  it('accepts every answer of version 1', async () => {
    await fc.assert(
      fc.asyncProperty(anyAcceptedSpans(), askedV1, async (spans, [path, shape]) => {
        const { app } = createTestJaeger({}, spans);

        await askJaeger(app).read(path, shape);
      }),
      { numRuns },
    );
  });

  it('accepts every answer of version 3, generated from its schema', async () => {
    await fc.assert(
      fc.asyncProperty(anyAcceptedSpans(), askedV3, async (spans, [type, path]) => {
        const { ask } = createTestJaeger({}, spans);

        checkJaegerV3Json(type, (await ask(path).expect(200)).body);
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

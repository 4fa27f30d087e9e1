import fc from 'fast-check';
import { anyAcceptedSpans } from '../testing/any-accepted-spans.js';
import { askJaeger } from '../testing/jaeger/ask-jaeger.js';
import { v1 } from '../testing/jaeger/jaeger-shapes.js';
import { createTestJaeger } from '../testing/test-doors.js';

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
  ['GetServicesResponse', 'services'],
  ['GRPCGatewayWrapper', `traces?${windowV3}`],
  ['FindTraceSummariesResponse', `trace-summaries?${windowV3}`],
  ...services.flatMap(
    (name) =>
      [
        ['GetOperationsResponse', `operations?service=${name}`],
        ['FindTraceSummariesResponse', `trace-summaries?query.serviceName=${name}&${windowV3}`],
      ] as const,
  ),
] as const;

describe('a strict decoder of Jaeger', () => {
  it('accepts every answer of both versions, and the failure to find a trace', async () => {
    await fc.assert(
      fc.asyncProperty(anyAcceptedSpans(), async (spans) => {
        const { read, readV3, refusalOf } = askJaeger(createTestJaeger({}, spans).app);

        for (const [path, shape] of askedV1) {
          await read(path, shape);
        }
        for (const [type, path] of askedV3) {
          await readV3(path, type);
        }
        for (const id of new Set(spans.map(({ trace_id }) => trace_id))) {
          await read(`/api/traces/${id}`, v1.traces);
          await readV3(`traces/${id}`, 'GRPCGatewayWrapper');
        }
        expect(await refusalOf(`/api/v3/traces/${'f'.repeat(32)}`)).toContain(404);
      }),
      { numRuns: 25 },
    );
  });
});

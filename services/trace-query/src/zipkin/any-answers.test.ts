import fc from 'fast-check';
import { anyAcceptedSpans } from '../testing/any-accepted-spans.js';
import { createTestZipkin } from '../testing/test-doors.js';
import { zipkin } from '../testing/zipkin-shapes.js';

const window = 'endTs=1777629660000&lookback=60000';
const asked = [
  ['services', zipkin.names],
  [`traces?${window}`, zipkin.traces],
  [`dependencies?${window}`, zipkin.links],
  ['autocompleteKeys', zipkin.names],
  ...['shop', 'otlpresourcenoservicename'].flatMap(
    (name) =>
      [
        [`spans?serviceName=${name}`, zipkin.names],
        [`remoteServices?serviceName=${name}`, zipkin.names],
        [`traces?${window}&serviceName=${name}&annotationQuery=x`, zipkin.traces],
      ] as const,
  ),
] as const;

describe('a strict decoder of Zipkin v2', () => {
  it('accepts every answer, and every trace', async () => {
    await fc.assert(
      fc.asyncProperty(anyAcceptedSpans(), async (spans) => {
        const service = createTestZipkin({}, spans);
        const ask = (each: string) => service.ask(`/api/v2/${each}`).expect(200);

        for (const [path, shape] of asked) {
          shape.parse((await ask(path)).body);
        }
        for (const id of new Set(spans.map(({ trace_id }) => trace_id))) {
          zipkin.trace.parse((await ask(`trace/${id}`)).body);
        }
      }),
      { numRuns: 40 },
    );
  });
});

import fc from 'fast-check';
import request from 'supertest';
import { anyAcceptedSpans } from '../testing/any-accepted-spans.js';
import { createFilledTraceQuery } from '../testing/filled-trace-query.js';
import { zipkin } from '../testing/zipkin-shapes.js';

const window = 'endTs=1777629660000&lookback=60000';
const service = fc.constantFrom('shop', 'otlpresourcenoservicename');

const asked = service.chain((name) =>
  fc.constantFrom(
    ['services', zipkin.names] as const,
    [`spans?serviceName=${name}`, zipkin.names] as const,
    [`remoteServices?serviceName=${name}`, zipkin.names] as const,
    [`traces?${window}`, zipkin.traces] as const,
    [`traces?${window}&serviceName=${name}&annotationQuery=x`, zipkin.traces] as const,
    [`dependencies?${window}`, zipkin.links] as const,
    ['autocompleteKeys', zipkin.names] as const,
  ),
);

describe('a strict decoder of Zipkin v2', () => {
  it('accepts every answer, and every trace', async () => {
    await fc.assert(
      fc.asyncProperty(anyAcceptedSpans(), asked, async (spans, [path, shape]) => {
        const { app } = createFilledTraceQuery(spans);
        const ask = (each: string) => request(app).get(`/zipkin/api/v2/${each}`).expect(200);

        shape.parse((await ask(path)).body);
        for (const id of new Set(spans.map(({ trace_id }) => trace_id))) {
          zipkin.trace.parse((await ask(`trace/${id}`)).body);
        }
      }),
      { numRuns: 60 },
    );
  });
});

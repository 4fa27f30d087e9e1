import { describeWithBackend, freePort } from '@spanhouse/service-runtime/testing';
import { type Answer, consistentWith, type Json, postJson, send } from '../../http-client.js';
import {
  prepareServices,
  type RunningService,
  type ServiceStarter,
  untilReady,
} from '../../processes/running-services.js';
import { sendTraces } from '../../sent-traces.js';

function remove({ url }: RunningService, traceId: string): Promise<Answer> {
  return send(`${url}/tracing/traces/${traceId}`, { method: 'DELETE' });
}

/** Calls each route that reads a trace. Returns the number of spans or traces in each response. */
async function read({ url }: RunningService, traceId: string, receipt?: string): Promise<Json> {
  const headers = consistentWith(receipt);
  const filtering = { conditions: [{ field: 'trace_id', operator: 'is', value: traceId }] };
  const [trace, spans, listed] = await Promise.all([
    send(`${url}/traces/${traceId}`, { headers }),
    send(`${url}/spans/?trace_id=${traceId}`, { headers }),
    postJson(`${url}/spans/query`, { filtering }, headers),
  ]);
  return [trace.body.count, spans.body.count, listed.body.count];
}

describeWithBackend('a delete, with two query services', 'KAFKA_BROKERS', (brokers) => {
  let services: ServiceStarter;
  let gateway: RunningService;
  let queries: readonly [RunningService, RunningService];

  beforeAll(async () => {
    services = await prepareServices(brokers);
    const other = { HTTP_PORT: String(await freePort()) };
    gateway = await services.start('ingest-gateway');
    queries = [await services.start('trace-query'), await services.start('trace-query', other)];
    const consumer = await services.start('span-consumer');
    await untilReady(gateway, ...queries, consumer);
  });
  afterAll(() => services.close());

  it('hides the trace from reads with its receipt in both services', async () => {
    const { traceIds, receipt } = await sendTraces(gateway.url, 6);

    for (const [at, traceId] of traceIds.entries()) {
      const [here, there] = at % 2 === 0 ? queries : [queries[1], queries[0]];
      const before = await read(there, traceId, receipt);
      const deleted = await remove(here, traceId);
      const after = [
        await read(there, traceId, deleted.receipt),
        await read(here, traceId, deleted.receipt),
      ];

      expect([before, deleted.body.count, after]).toEqual([
        [1, 3, 3],
        3,
        [
          [0, 0, 0],
          [0, 0, 0],
        ],
      ]);
    }
  });

  it('removes nothing more if it is immediately repeated in the other service', async () => {
    const { traceIds } = await sendTraces(gateway.url, 6);
    const counts: Json[] = [];

    for (const traceId of traceIds) {
      const first = await remove(queries[0], traceId);
      const second = await remove(queries[1], traceId);
      counts.push([first.body.count, second.body.count]);
    }

    expect(counts).toEqual(traceIds.map(() => [3, 0]));
  });
});

import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import { type Answer, type Json, postJson, send } from '../../http-client.js';
import { prepareServices, untilReady } from '../../processes/running-services.js';
import { readTraces, type SentTraces, sendTraces } from '../../sent-traces.js';

function idsOf({ body }: Answer): readonly string[] {
  return body.spans.map(({ trace_id, span_id }: Json) => `${trace_id} ${span_id}`);
}

describeWithBackend('docs/operations/partitions.md', 'KAFKA_BROKERS', (brokers) => {
  it('keeps traces, deletes and cursors when the log gets more partitions', async () => {
    const { start, migrate, topic, close } = await prepareServices(brokers);
    const startAll = async (changed: Readonly<Record<string, string>> = {}) => {
      const gateway = await start('ingest-gateway', changed);
      const consumer = await start('span-consumer', changed);
      const query = await start('trace-query', changed);
      await untilReady(gateway, query);
      const remove = async (traceId: string): Promise<SentTraces> => {
        const { receipt = '' } = await send(`${query.url}/traces/${traceId}`, { method: 'DELETE' });
        return { traceIds: [traceId], receipt };
      };
      const nextPage = (next?: string) =>
        postJson(`${query.url}/spans/query`, { windowing: { limit: 5, next } });
      return { gateway, consumer, query, remove, nextPage };
    };
    const old = await startAll();
    const sent = await sendTraces(old.gateway.url, 20);
    const [goneBefore = '', goneAfter = '', ...kept] = sent.traceIds;
    await readTraces(old.query.url, [sent]);
    const removed = await old.remove(goneBefore);
    const expected = await readTraces(old.query.url, [removed, { ...sent, traceIds: kept }]);
    const page = await old.nextPage();
    await Promise.all([old.gateway.stop(), old.query.stop()]);
    await old.consumer.stop();

    const changed = { KAFKA_TOPIC: `${topic}.v2`, KAFKA_PARTITIONS: '5' };
    await migrate(changed);
    const now = await startAll(changed);
    const late = await now.remove(goneAfter);
    const traceIds = [goneBefore, ...kept];
    const found = await readTraces(now.query.url, [{ ...late, traceIds }]);
    const gone = await readTraces(now.query.url, [late]);
    const more = await sendTraces(now.gateway.url, 20);
    const added = await readTraces(now.query.url, [more]);
    const receipt = await send(`${now.query.url}/receipts/${sent.receipt}`);
    const second = await now.nextPage(page.body.windowing.next);
    const metrics = await send(`${now.gateway.url}/metrics`);
    await Promise.all([now.gateway.stop(), now.query.stop(), now.consumer.stop()]);
    await close();

    expect(metrics.body).toMatch(/^spanhouse_log_partitions 5$/m);
    expect(found).toEqual(expected);
    expect(gone[goneAfter].body).toEqual({ count: 0 });
    expect(Object.values(added)).toEqual(
      Array.from({ length: 20 }, () => expect.objectContaining({ status: 200 })),
    );
    expect(receipt.status).toBe(404);
    expect([...idsOf(page), ...idsOf(second)].sort()).toEqual(
      [...new Set([...idsOf(page), ...idsOf(second)])].sort(),
    );
    expect(idsOf(second)).toHaveLength(5);
  });
});

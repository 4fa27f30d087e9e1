import { loadConfig, systemClock } from '@spanhouse/service-runtime';
import {
  createSilentLogger,
  describeWithBackend,
  waitUntil,
} from '@spanhouse/service-runtime/testing';
import { type KafkaConfig, kafkaConfigFields } from '@spanhouse/span-log/kafka-config';
import { createKafkaLogWatch } from '@spanhouse/span-log/kafka-log-watch';
import type { UnreadState } from '@spanhouse/span-log/log-report';
import { alterTopic, createGroupOffsets } from '@spanhouse/span-log/testing';
import { consistentWith, type Json, send } from '../../http-client.js';
import {
  prepareServices,
  type RunningService,
  type ServiceStarter,
  untilReady,
} from '../../processes/running-services.js';
import { scrape, sumOf } from '../../scrape.js';
import { readTraces, sendTraces } from '../../sent-traces.js';

const weekMs = '604800000';

function kafkaOf(brokers: string, { topic, groupId }: ServiceStarter): KafkaConfig {
  return loadConfig(kafkaConfigFields, {
    KAFKA_BROKERS: brokers,
    KAFKA_TOPIC: topic,
    KAFKA_GROUP_ID: groupId,
  });
}

async function warningsOf({ url }: RunningService): Promise<Json> {
  return (await send(`${url}/readyz`)).body.warnings ?? {};
}

/** Returns true if the log has dropped messages before the group read them, and contains no other unread messages. */
async function isAllDropped(config: KafkaConfig): Promise<boolean> {
  const states: UnreadState[] = [];
  const watch = await createKafkaLogWatch({
    config,
    clock: systemClock,
    logger: createSilentLogger(),
    report: { settings: () => undefined, unread: (state) => states.push(state) },
  });
  await watch.close();
  return states.length > 0 && states.every(({ ageMs, dropped }) => ageMs === 0 && dropped > 0);
}

describeWithBackend('an outage of the consumers', 'KAFKA_BROKERS', (brokers) => {
  it('is counted, shown by /readyz and reported as lost by receipts if it outlasts the retention of the topic', async () => {
    const services = await prepareServices(brokers);
    const kafka = kafkaOf(brokers, services);
    const gateway = await services.start('ingest-gateway');
    const first = await services.start('span-consumer');
    await untilReady(gateway, first);
    const stored = await sendTraces(gateway.url, 4);
    const offsets = createGroupOffsets(kafka);
    await waitUntil('the spans are committed', async () =>
      (await offsets.read()).some(({ offset }) => offset > 0),
    );
    await first.stop();
    const lost = await sendTraces(gateway.url, 4);
    await alterTopic(kafka, { 'retention.ms': '1' });

    await waitUntil('every unread message is dropped', () => isAllDropped(kafka));
    const query = await services.start('trace-query');
    await untilReady(query);
    await waitUntil('the query service warns of dropped messages', async () =>
      Object.hasOwn(await warningsOf(query), 'dropped_messages'),
    );
    const before = await send(`${query.url}/receipts/${lost.receipt}`);
    await alterTopic(kafka, { 'retention.ms': weekMs });
    const second = await services.start('span-consumer');
    await untilReady(second);
    const later = await sendTraces(gateway.url, 2);
    const headers = consistentWith(lost.receipt);
    const after = await send(`${query.url}/receipts/${lost.receipt}`, { headers });
    const traces = await readTraces(query.url, [stored, later]);

    expect(before.body).toMatchObject({ status: 'queued', lost: 0 });
    expect(after.body).toEqual({
      status: 'lost',
      pending: 0,
      stored: 0,
      dead_lettered: 0,
      lost: 12,
    });
    expect(Object.values<Json>(traces).map(({ status }) => status)).toEqual([
      200, 200, 200, 200, 200, 200,
    ]);
    expect(
      sumOf(await scrape(second.url), 'spanhouse_consumer_lost_messages_total'),
    ).toBeGreaterThan(0);
    expect(await warningsOf(second)).toHaveProperty('lost_messages');
    await Promise.all([gateway.stop(), second.stop(), query.stop()]);
    await services.close();
  });
});

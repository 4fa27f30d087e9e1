import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { clickhouseSettings } from '@spanhouse/embedded-clickhouse';
import { ask } from '@spanhouse/embedded-clickhouse/testing';
import { loadConfig } from '@spanhouse/service-runtime';
import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import { kafkaConfigFields } from '@spanhouse/span-log/kafka-config';
import { createGroupOffsets } from '@spanhouse/span-log/testing';
import { postJson, send } from '../../http-client.js';
import {
  prepareServices,
  type ServiceStarter,
  startClickHouse,
  untilReady,
} from '../../processes/running-services.js';
import { newDataDir, startSpanhouse } from '../../processes/running-spanhouse.js';
import { readTraces, sendTraces } from '../../sent-traces.js';

function groupOffsetsOf(brokers: string, { topic, groupId }: ServiceStarter) {
  return createGroupOffsets(
    loadConfig(kafkaConfigFields, {
      KAFKA_BROKERS: brokers,
      KAFKA_TOPIC: topic,
      KAFKA_GROUP_ID: groupId,
    }),
  );
}

describeWithBackend(
  'a backup of ClickHouse that is taken while spans arrive',
  'KAFKA_BROKERS',
  (brokers) => {
    it('restores, together with the log since then, every span except the deleted ones', async () => {
      const [lostDir, newDir] = [newDataDir(), newDataDir()];
      const lost = await startClickHouse(lostDir);
      const services = await prepareServices(brokers, lost);
      const gateway = await services.start('ingest-gateway');
      const consumer = await services.start('span-consumer');
      const query = await services.start('trace-query');
      await untilReady(gateway, query);
      const before = await sendTraces(gateway.url, 15);
      const [deletedBefore = '', deletedAfter = ''] = before.traceIds;
      await readTraces(query.url, [before]);
      await send(`${query.url}/traces/${deletedBefore}`, { method: 'DELETE' });

      const offsets = groupOffsetsOf(brokers, services);
      const offsetsBefore = await offsets.read();
      const [during] = await Promise.all([
        sendTraces(gateway.url, 15),
        ask(lost, "BACKUP DATABASE spanhouse TO File('monday')"),
      ]);
      const after = await sendTraces(gateway.url, 15);
      const deletion = await send(`${query.url}/traces/${deletedAfter}`, { method: 'DELETE' });
      const deleted = { traceIds: [deletedBefore, deletedAfter], receipt: deletion.receipt ?? '' };
      const all = [deleted, before, during, after];
      const expected = await readTraces(query.url, all);
      await Promise.all([consumer.stop(), query.stop()]);
      await lost.close();

      const restored = await startClickHouse(newDir);
      cpSync(join(lostDir, 'backups'), join(newDir, 'backups'), { recursive: true });
      await ask(restored, "RESTORE DATABASE spanhouse FROM File('monday')");
      await offsets.reset(offsetsBefore);
      const changed = clickhouseSettings(restored);
      const newConsumer = await services.start('span-consumer', changed);
      const newQuery = await services.start('trace-query', changed);
      await untilReady(newQuery);
      const found = await readTraces(newQuery.url, all);
      await Promise.all([newConsumer.stop(), newQuery.stop(), gateway.stop()]);
      await restored.close();

      expect(Object.keys(expected)).toHaveLength(45);
      expect(expected[deletedAfter].body).toEqual({ count: 0 });
      expect(found).toEqual(expected);
    });
  },
);

describe('a data directory', () => {
  it('contains the whole installation when it is copied while no process runs', async () => {
    const [dataDir, copy] = [newDataDir(), newDataDir()];
    const original = await startSpanhouse(dataDir);
    const sent = await sendTraces(original.url, 20);
    const expected = await readTraces(original.url, [sent]);
    await original.stop();

    cpSync(dataDir, copy, { recursive: true });
    const again = await startSpanhouse(copy);
    const found = await readTraces(again.url, [sent]);
    const more = await sendTraces(again.url, 1);
    const added = await readTraces(again.url, [more]);
    await again.stop();

    expect(Object.keys(expected)).toHaveLength(20);
    expect(found).toEqual(expected);
    expect(Object.values(added)).toMatchObject([{ body: { count: 1 } }]);
  });

  it('can restore a catalog that was copied while in use', async () => {
    const [dataDir, copy] = [newDataDir(), newDataDir()];
    const original = await startSpanhouse(dataDir);
    const data = { filtering: { conditions: [{ field: 'span_name', value: 'ask' }] } };
    const query = { slug: 'asked', data };
    const saved = await postJson(`${original.url}/simple/queries/`, { query });
    const path = `/simple/queries/${saved.body.query.id}`;
    const expected = await send(original.url + path);

    const catalog = new DatabaseSync(join(dataDir, 'catalog.sqlite'));
    catalog.exec(`VACUUM INTO '${join(copy, 'catalog.sqlite')}'`);
    catalog.close();
    await original.stop();
    const again = await startSpanhouse(copy);
    const found = await send(again.url + path);
    await again.stop();

    expect(expected.body).toMatchObject({ count: 1, query: { slug: 'asked', data } });
    expect(found.body).toEqual(expected.body);
  });
});

import { describeWithBackend, timeLimits } from '@spanhouse/service-runtime/testing';
import { Administrator } from '../../accounts.js';
import { postJson, send } from '../../http-client.js';
import { openPromotionTarget } from '../../processes/promotion-target.js';
import { startProcess } from '../../processes/running-process.js';
import { newDataDir, startSpanhouse } from '../../processes/running-spanhouse.js';
import { SteadyLoad } from '../../steady-load.js';

const env = { ADMIN_KEY: 'the-admin-key-of-this-test', AUTH_MODE: 'keys' };
const data = { filtering: { conditions: [{ field: 'span_name', value: 'ask' }] } };

async function saveQuery(url: string, slug: string, headers: Record<string, string>) {
  const { body } = await postJson(`${url}/simple/queries/`, { query: { slug, data } }, headers);
  return `/simple/queries/${body.query.id}`;
}

describeWithBackend('npm run promote', 'KAFKA_BROKERS', (brokers) => {
  describeWithBackend('to ClickHouse', 'CLICKHOUSE_URL', (clickhouseUrl) => {
    describeWithBackend('and PostgreSQL', 'POSTGRES_URL', (postgresUrl) => {
      const addresses = { brokers, clickhouseUrl, postgresUrl };

      it(
        'moves everything while spans are accepted, although the command is killed, and confirms it',
        async () => {
          const target = await openPromotionTarget(addresses);
          const dataDir = newDataDir();
          const embedded = await startSpanhouse(dataDir, env);
          const account = await new Administrator(embedded, env.ADMIN_KEY).newAccount('a@b.com');
          const path = await saveQuery(embedded.url, 'asked', account.headers);
          const load = new SteadyLoad(account.headers);
          load.sendTo(embedded.url);
          await load.accepted(50);

          for (const moment of [/Preparing the target/, /New spans go to the log/]) {
            const killed = target.promote(dataDir);
            await killed.line(moment);
            await killed.kill9();
          }
          const resumed = target.promote(dataDir);
          const copied = await resumed.exited;
          await load.accepted(50);
          const { gateway, query } = await target.startServices(dataDir);
          load.sendTo(gateway.url);
          await load.accepted(50);
          const confirmed = target.promote(dataDir, '--confirm');
          const isConfirmed = await confirmed.exited;
          const ended = await embedded.exited;
          await load.accepted(10);
          const sent = await load.stop();
          const read = await load.readAll({ ingest: gateway.url, query: query.url });
          const found = await target.countSpans();
          const saved = await send(`${query.url}${path}`, { headers: account.headers });
          const again = startProcess('services/all-in-one/dist/main.js', { DATA_DIR: dataDir });
          const refused = await again.exited;

          expect([copied, resumed.output()]).toEqual([0, expect.stringContaining('is copied')]);
          expect([isConfirmed, confirmed.output()]).toEqual([
            0,
            expect.stringContaining('confirmed'),
          ]);
          expect(ended).toBe(0);
          expect(sent.refused).toEqual([]);
          expect(found).toEqual({ rows: sent.accepted.length, spans: sent.accepted.length });
          expect(read.toSorted()).toEqual(sent.accepted.toSorted());
          expect(saved.body).toMatchObject({ count: 1, query: { slug: 'asked', data } });
          expect([refused, again.output()]).toEqual([
            1,
            expect.stringContaining('was confirmed on'),
          ]);
          await target.close();
        },
        timeLimits.longTest,
      );

      it(
        'leaves the embedded installation complete after an undo, with the spans that the target accepted',
        async () => {
          const target = await openPromotionTarget(addresses);
          const dataDir = newDataDir();
          const embedded = await startSpanhouse(dataDir, env);
          const account = await new Administrator(embedded, env.ADMIN_KEY).newAccount('a@b.com');
          const load = new SteadyLoad(account.headers);
          load.sendTo(embedded.url);
          await load.accepted(20);
          const copied = await target.promote(dataDir).exited;
          const { gateway } = await target.startServices(dataDir);
          load.sendTo(gateway.url);
          await load.accepted(20);
          await embedded.kill9();
          const promoted = await startSpanhouse(dataDir, env);
          const path = await saveQuery(promoted.url, 'later', account.headers);
          load.sendTo(promoted.url);
          await load.accepted(10);
          const undone = target.promote(dataDir, '--undo');
          const isUndone = await undone.exited;
          await load.accepted(20);
          const sent = await load.stop();
          await promoted.kill9();
          const restarted = await startSpanhouse(dataDir, env);
          const read = await load.readAll({ ingest: restarted.url, query: restarted.url });
          const saved = await send(`${restarted.url}${path}`, { headers: account.headers });
          const late = await load.post(gateway.url);
          await restarted.stop();

          expect(copied).toBe(0);
          expect([isUndone, undone.output()]).toEqual([
            0,
            expect.stringContaining('has everything'),
          ]);
          expect(sent.refused).toEqual([]);
          expect(read.toSorted()).toEqual(sent.accepted.toSorted());
          expect(saved.body).toMatchObject({ query: { slug: 'later' } });
          expect(late).toBe(503); // no gateway can write to the log of the target any longer
          await target.close();
        },
        timeLimits.longTest,
      );
    });
  });
});

import { randomUUID } from 'node:crypto';
import { createPostgresDatabase } from '@spanhouse/catalog/testing';
import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import { consistentWith, postJson, send } from '../../http-client.js';
import { newDataDir, startSpanhouse } from '../../processes/running-spanhouse.js';

const adminKey = 'the-admin-key-of-the-test';

describeWithBackend('a catalog in PostgreSQL', 'POSTGRES_URL', (serverUrl) => {
  it('keeps accounts, keys and saved queries across restarts of the process', async () => {
    const database = await createPostgresDatabase(serverUrl);
    const env = {
      CATALOG_URL: database.url,
      AUTH_MODE: 'keys',
      ADMIN_KEY: adminKey,
      TOKEN_SECRET: 'the-same-secret-for-both-of-them',
    };
    const first = await startSpanhouse(newDataDir(), env);
    const account = { user: { email: 'ada@example.com' } };
    const admin = { authorization: `Access ${adminKey}` };
    const made = await postJson(
      `${first.url}/admin/simple/accounts/`,
      { accounts: { ada: account } },
      admin,
    );
    const key = { authorization: `ApiKey ${made.body.accounts.ada.api_keys.key}` };
    const data = { filtering: { conditions: [{ field: 'span_name', value: 'ask' }] } };
    const saved = await postJson(
      `${first.url}/simple/queries/`,
      { query: { slug: 'asked', data } },
      key,
    );
    expect([made.status, saved.status]).toEqual([200, 200]);
    expect(await first.stop()).toBe(0);

    const second = await startSpanhouse(newDataDir(), env);
    const trace_id = randomUUID().replaceAll('-', '');
    const times = { start_time: '2026-05-01T10:00:00Z', end_time: '2026-05-01T10:00:01Z' };
    const span = { trace_id, span_id: '00f067aa0ba902b7', span_name: 'ask', ...times };
    const spans = [span, { ...span, span_id: '00f067aa0ba902b8', span_name: 'other' }];
    const written = await postJson(`${second.url}/tracing/spans/ingest`, { spans }, key);
    const found = await postJson(
      `${second.url}/spans/query`,
      { query_ref: { slug: 'asked' } },
      { ...key, ...consistentWith(written.receipt) },
    );
    const stranger = await send(`${second.url}/spans/?trace_id=${trace_id}`);
    const code = await second.stop();
    await database.drop();

    expect(found.body).toMatchObject({ count: 1, spans: [{ trace_id, span_name: 'ask' }] });
    expect(stranger.status).toBe(401);
    expect(code).toBe(0);
  });
});

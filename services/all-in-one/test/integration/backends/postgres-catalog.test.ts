import { createPostgresDatabase } from '@spanhouse/catalog/testing';
import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import { Administrator, newTraceId, spanOf } from '../../accounts.js';
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
    const { headers: key } = await new Administrator(first, adminKey).newAccount('ada@example.com');
    const data = { filtering: { conditions: [{ field: 'span_name', value: 'ask' }] } };
    const saved = await postJson(
      `${first.url}/simple/queries/`,
      { query: { slug: 'asked', data } },
      key,
    );
    expect(saved.status).toBe(200);
    expect(await first.stop()).toBe(0);

    const second = await startSpanhouse(newDataDir(), env);
    const trace_id = newTraceId();
    const spans = ['ask', 'other'].map((span_name, index) => ({
      ...spanOf(trace_id, index),
      span_name,
    }));
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

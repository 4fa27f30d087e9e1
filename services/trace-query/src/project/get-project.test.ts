import { createKeyText } from '@spanhouse/catalog';
import { spanhouseVersion } from '@spanhouse/service-runtime';
import { formatTimestamp } from '@spanhouse/span-schema';
import { aContext, aSpan, START_NS } from '@spanhouse/trace-store/testing';
import request from 'supertest';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

const nilUuid = '00000000-0000-0000-0000-000000000000';

describe('GET /project', () => {
  it('names the project of the caller, the limits, and where to send spans', async () => {
    const { app } = createTestTraceQuery();

    const { status, body } = await request(app).get('/project');

    expect([status, body]).toEqual([
      200,
      {
        project: { id: nilUuid, name: expect.any(String), retention_days: null },
        user_id: nilUuid,
        permissions: ['view_spans', 'edit_spans', 'view_queries', 'edit_queries'],
        auth_mode: 'open',
        version: spanhouseVersion,
        ingest: { json: 'http://127.0.0.1:8080' },
        limits: { page: 1000, max_page: 10_000, look_back_days: null, deadline_ms: 15_000 },
      },
    ]);
  });

  it('states the days that lists look back', async () => {
    const settings = { lookBackNs: 3n * 86_400_000_000_000n };
    const { app } = createTestTraceQuery({ settings });

    expect((await request(app).get('/project')).body.limits.look_back_days).toBe(3);
  });

  it('shows the prefix and the name of the key, but neither its text nor its hash', async () => {
    const { app, catalog } = createTestTraceQuery({ authMode: 'keys' });
    const keyOf = async (name: string | null) => {
      const { text, ...fingerprint } = createKeyText();
      await catalog.createKey({
        ...fingerprint,
        name,
        project_id: nilUuid,
        permissions: ['view_spans'],
      });
      const { body } = await request(app).get('/project').set('authorization', `ApiKey ${text}`);
      return [body.key, { prefix: fingerprint.prefix }];
    };

    const [named, expected] = await keyOf('shop');
    expect(named).toEqual({ ...expected, name: 'shop' });
    const [unnamed, prefix] = await keyOf(null);
    expect(unnamed).toEqual(prefix);
  });

  it('states when the first span of the project arrived, and answers without the store', async () => {
    const { app, analytics } = createTestTraceQuery();
    const context = aContext({ project_id: nilUuid, received_at: START_NS + 5n });
    const firstReceivedAt = async () => (await request(app).get('/project').expect(200)).body;

    analytics.failure = new Error('away');
    expect(await firstReceivedAt()).not.toHaveProperty('first_received_at');
    analytics.failure = undefined;
    expect(await firstReceivedAt()).not.toHaveProperty('first_received_at');
    analytics.add([{ span: aSpan(), context }]);
    const first_received_at = formatTimestamp(START_NS + 5n);
    expect(await firstReceivedAt()).toMatchObject({ first_received_at });
    analytics.failure = new Error('away');
    expect(await firstReceivedAt()).toMatchObject({ first_received_at });
  });

  it('refuses a client without a key', async () => {
    const { app } = createTestTraceQuery({ authMode: 'keys' });

    expect((await request(app).get('/project')).status).toBe(401);
  });
});

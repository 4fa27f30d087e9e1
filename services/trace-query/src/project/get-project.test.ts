import { spanhouseVersion } from '@spanhouse/service-runtime';
import request from 'supertest';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

const nobody = '00000000-0000-0000-0000-000000000000';

describe('GET /project', () => {
  it('names the project of the caller, the limits, and where to send spans', async () => {
    const { app } = createTestTraceQuery();

    const { status, body } = await request(app).get('/project');

    expect([status, body]).toEqual([
      200,
      {
        project: { id: nobody, name: expect.any(String), retention_days: null },
        user_id: nobody,
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

  it('tells a client without a key that it needs one', async () => {
    const { app } = createTestTraceQuery({ authMode: 'keys' });

    expect((await request(app).get('/project')).status).toBe(401);
  });
});

import { createKeyText } from '@spanhouse/catalog';
import { issueKey } from '@spanhouse/catalog/testing';
import request from 'supertest';
import { aStoredSpan } from '../testing/a-stored-span.js';
import { createTestTraceQuery, type TestTraceQueryOptions } from '../testing/test-trace-query.js';

const denied =
  'You do not have access to perform this action. Please contact your organization admin.';

const { trace_id, span_id } = aStoredSpan();
interface Asked {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  readonly path: string;
}

const spansQuery: Asked = { method: 'post', path: '/spans/query' };
const reads: readonly Asked[] = [
  spansQuery,
  { method: 'get', path: `/spans/?trace_id=${trace_id}` },
  { method: 'get', path: `/spans/${trace_id}/${span_id}` },
  { method: 'post', path: '/traces/query' },
  { method: 'get', path: `/traces/?trace_id=${trace_id}` },
  { method: 'get', path: `/traces/${trace_id}` },
  { method: 'post', path: '/tracing/spans/query' },
  { method: 'get', path: `/tracing/traces/${trace_id}` },
  { method: 'post', path: '/preview/spans/query' },
  { method: 'get', path: '/project/dead-letters' },
];
const edits: readonly Asked[] = [
  { method: 'delete', path: `/traces/${trace_id}` },
  { method: 'delete', path: `/tracing/traces/${trace_id}` },
  { method: 'delete', path: `/simple/traces/${trace_id}` },
  { method: 'patch', path: `/simple/traces/${trace_id}` },
  { method: 'post', path: '/project/dead-letters/1-0-4-0/retry' },
];

function create(options: TestTraceQueryOptions = {}) {
  const query = createTestTraceQuery({ authMode: 'keys', ...options });
  const ask = (authorization?: string, { method, path }: Asked = spansQuery) => {
    const asked = request(query.app)[method](path);
    return authorization === undefined ? asked : asked.set('authorization', authorization);
  };
  return { ...query, ask };
}

describe('AUTH_MODE=keys', () => {
  it.each([...reads])(
    '$method $path: 401 without known credentials, 403 without view_spans',
    async (read: Asked) => {
      const { catalog, reader, ask } = create();
      const writer = await issueKey(catalog, ['edit_spans', 'view_queries', 'edit_queries']);

      for (const header of [undefined, createKeyText().text, 'Access admin', 'ApiKey nonsense']) {
        const { status, body } = await ask(header, read);
        expect([status, body]).toMatchObject([401, { detail: { message: 'Unauthorized' } }]);
      }
      const { status, body } = await ask(`ApiKey ${writer.text}`, read);
      expect([status, body]).toEqual([403, { detail: denied }]);
      expect(reader.projectIds).toEqual([]);
    },
  );

  it.each([...reads])(
    '$method $path takes every form of a key',
    async ({ method, path }: Asked) => {
      const { app, catalog } = create();
      const { text } = await issueKey(catalog, ['view_spans']);
      const basic = Buffer.from(`anyone:${text}`).toString('base64');

      for (const headers of [
        { authorization: `Bearer ${text}` },
        { authorization: `Basic ${basic}` },
        { 'x-api-key': text },
      ]) {
        expect((await request(app)[method](path).set(headers)).status).toBe(200);
      }
    },
  );

  it.each([...edits])(
    '$method $path: 401 without credentials, 403 without edit_spans',
    async (edit: Asked) => {
      const { catalog, log, ask } = create();
      const reader = await issueKey(catalog, ['view_spans', 'view_queries', 'edit_queries']);
      const writer = await issueKey(catalog, ['edit_spans']);

      expect((await ask(undefined, edit)).status).toBe(401);
      expect((await ask(reader.text, edit)).status).toBe(403);
      expect([0, 1].flatMap((partition) => log.messages(partition))).toEqual([]);
      expect([401, 403]).not.toContain((await ask(writer.text, edit)).status);
    },
  );

  it('accepts either permission for a receipt, and shows no receipt of another project', async () => {
    const { app, catalog, receipt } = create();
    const account = { email: 'ada@example.com', project_name: 'p', key: null };
    const [other] = await catalog.createAccounts([account]);
    const get = async (key: { text: string }) => {
      const asked = request(app)
        .get(`/receipts/${receipt(5)}`)
        .set('authorization', key.text);
      return (await asked).status;
    };

    expect(await get(await issueKey(catalog, ['view_spans']))).toBe(200);
    expect(await get(await issueKey(catalog, ['edit_spans']))).toBe(200);
    expect(await get(await issueKey(catalog, ['view_queries']))).toBe(403);
    expect(await get(await issueKey(catalog, ['view_spans'], other?.project_id))).toBe(404);
  });

  it('needs no credentials for health, liveness, readiness and metrics', async () => {
    const { app } = create();

    for (const path of ['/health', '/livez', '/metrics']) {
      expect((await request(app).get(path)).status).toBe(200);
    }
    expect((await request(app).get('/readyz')).status).not.toBe(401);
  });

  it('counts reads of refused callers as refused', async () => {
    const { registry, ask } = create();

    await ask();

    expect(await registry.metrics()).toContain(
      'spanhouse_query_reads_total{kind="spans",outcome="refused"} 1',
    );
  });
});

describe('rate limits of queries', () => {
  it('answer 429 with Retry-After beyond the burst, and show the remaining requests until then', async () => {
    const rateLimit = { requestsPerSecond: 1, burst: 1 };
    const { clock, ask } = create({ authMode: 'open', settings: { rateLimit } });

    const [first, second] = [await ask(), await ask()];
    await clock.advance(1000);

    expect([first.status, first.headers['x-ratelimit-remaining']]).toEqual([200, '0']);
    expect([second.status, second.body]).toEqual([
      429,
      { detail: 'Rate limit exceeded. Please retry after 1 seconds.' },
    ]);
    expect(second.headers).toMatchObject({
      'retry-after': '1',
      'x-ratelimit-limit': '1',
      'x-ratelimit-remaining': '0',
    });
    expect((await ask()).status).toBe(200);
  });
});

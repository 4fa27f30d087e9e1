import { createKeyText, defaultProjectId } from '@spanhouse/catalog';
import { issueKey } from '@spanhouse/catalog/testing';
import request from 'supertest';
import { ingestSpans, jsonWrites, type SentRequest } from '../testing/json-writes.js';
import { otlpBytes } from '../testing/otlp-bytes.js';
import { createTestGateway, type TestGatewayOptions } from '../testing/test-gateway.js';

const denied =
  'You do not have access to perform this action. Please contact your organization admin.';

const writes: readonly SentRequest[] = [
  ...jsonWrites,
  { method: 'post', path: '/v1/traces', body: { resourceSpans: [] } },
  { method: 'post', path: '/otlp/v1/traces', body: { resourceSpans: [] } },
  { method: 'post', path: '/api/public/otel/v1/traces', body: { resourceSpans: [] } },
  { method: 'get', path: '/v1/traces' },
  { method: 'post', path: '/api/v2/spans', body: [] },
];

/** Returns the different headers in which clients send a key. */
function formsOf(key: string): readonly Record<string, string>[] {
  const basic = Buffer.from(`pk-lf-1:${key}`).toString('base64');
  return [
    { authorization: key },
    { authorization: `ApiKey ${key}` },
    { authorization: `Bearer ${key}` },
    { authorization: `Basic ${basic}` },
    { 'x-api-key': key },
  ];
}

const account = { email: 'ada@example.com', project_name: 'p', key: null };

function create(options: TestGatewayOptions = {}) {
  const gateway = createTestGateway({ authMode: 'keys', ...options });
  const send = (authorization?: string, { method, path, body }: SentRequest = ingestSpans) => {
    const sending = request(gateway.app)[method](path);
    if (authorization !== undefined) {
      sending.set('authorization', authorization);
    }
    return body === undefined ? sending : sending.send(body);
  };
  return { ...gateway, send };
}

describe('AUTH_MODE=keys', () => {
  it.each(writes)(
    '$method $path: 401 without known credentials, 403 without edit_spans',
    async (write) => {
      const { catalog, log, send } = create();
      const viewer = await issueKey(catalog, ['view_spans', 'view_queries', 'edit_queries']);

      for (const header of [undefined, createKeyText().text, 'Access admin', 'ApiKey nonsense']) {
        const { status, body } = await send(header, write);
        expect([status, body]).toMatchObject([401, { detail: { message: 'Unauthorized' } }]);
      }
      const { status, body } = await send(`ApiKey ${viewer.text}`, write);
      expect([status, body]).toEqual([403, { detail: denied }]);
      expect(log.records).toEqual([]);
    },
  );

  it.each(writes)('accepts every form of a key on $method $path', async (write) => {
    const { app, catalog } = create();
    const { text } = await issueKey(catalog, ['edit_spans']);
    const { method, path, body } = write;

    for (const headers of formsOf(text)) {
      const { status } = await request(app)[method](path).set(headers).send(body);
      expect([200, 202]).toContain(status);
    }
  });

  it('describes the accepted forms of a key if it cannot read one, and never asks for Basic', async () => {
    const { send } = create();

    for (const path of ['/tracing/spans/ingest', '/v1/traces']) {
      const { status, body, headers } = await send('Basic eHg=', { ...ingestSpans, path });
      expect([status, headers['www-authenticate']]).toEqual([401, 'ApiKey']);
      expect(body.detail).toEqual({
        message: 'Unauthorized',
        hint: expect.stringContaining('OTEL_EXPORTER_OTLP_HEADERS="authorization=ApiKey%20<key>"'),
      });
    }
    expect((await send()).body).toEqual({ detail: { message: 'Unauthorized' } });
  });

  it('writes to the project of the key as its user, whatever the request contains', async () => {
    const { catalog, log, send, storedSpans } = create();
    const [made] = await catalog.createAccounts([account]);
    const project_id = made?.project_id ?? '';
    const { text } = await issueKey(catalog, ['edit_spans'], project_id);

    const path = `${ingestSpans.path}?project_id=${defaultProjectId}`;
    await send(`ApiKey ${text}`, { ...ingestSpans, path });

    expect(log.records.map(({ projectId }) => projectId)).toEqual([project_id]);
    expect(storedSpans()).toMatchObject([{ created_by_id: made?.user.user_id }]);
  });

  it('refuses a request before its body is read', async () => {
    const { send } = create({ limits: { jsonBodyBytes: 10 } });

    expect((await send('ApiKey nonsense')).status).toBe(401);
  });

  it('accepts known keys while the catalog is unavailable, and answers 503 to unknown ones', async () => {
    const { catalog, clock, send } = create();
    const [known, unknown] = [await issueKey(catalog), await issueKey(catalog)];
    await send(known.text);
    catalog.goAway();
    await clock.advance(200_000);

    expect((await send(known.text)).status).toBe(202);
    const { status, body, headers } = await send(unknown.text);
    expect([status, body.detail.code]).toEqual([503, 'storage_unavailable']);
    expect(headers['retry-after']).toBe('1');
  });
});

describe('AUTH_MODE=open', () => {
  it('ignores the authorization header', async () => {
    const { send } = create({ authMode: 'open' });

    for (const header of [undefined, 'Bearer x', 'ApiKey nonsense']) {
      expect((await send(header)).status).toBe(202);
    }
  });
});

describe('rate limits', () => {
  const limits = {
    ingestRate: { requestsPerSecond: 0.5, burst: 2 },
    otlpRate: { requestsPerSecond: 1, burst: 1 },
  };
  const limitHeaders = (headers: Record<string, string>) =>
    ['x-ratelimit-limit', 'x-ratelimit-remaining', 'retry-after'].map((name) => headers[name]);

  it('answer 429 with Retry-After above the burst, and show the remaining requests below it', async () => {
    const { clock, send } = create({ authMode: 'open', limits });

    const answers = [await send(), await send(), await send()];
    await clock.advance(2000);
    const later = await send();

    expect(answers.map(({ status }) => status)).toEqual([202, 202, 429]);
    expect(answers.map(({ headers }) => limitHeaders(headers))).toEqual([
      ['2', '1', undefined],
      ['2', '0', undefined],
      ['2', '0', '2'],
    ]);
    expect(answers[2]?.body).toEqual({
      detail: 'Rate limit exceeded. Please retry after 2 seconds.',
    });
    expect(later.status).toBe(202);
  });

  it('are also shown with failures, but not to refused callers', async () => {
    const { catalog, send } = create({ limits });
    const { text } = await issueKey(catalog);

    const invalid = await send(text, { ...ingestSpans, body: {} });
    const stranger = await send('nonsense');

    expect([invalid.status, limitHeaders(invalid.headers)]).toEqual([422, ['2', '1', undefined]]);
    expect([stranger.status, limitHeaders(stranger.headers)[0]]).toEqual([401, undefined]);
  });

  it('apply to each project separately', async () => {
    const { catalog, send } = create({ limits });
    const [made] = await catalog.createAccounts([account]);
    const greedy = await issueKey(catalog);
    const other = await issueKey(catalog, undefined, made?.project_id);
    for (let sent = 0; sent < 3; sent++) {
      await send(greedy.text);
    }

    expect((await send(greedy.text)).status).toBe(429);
    expect((await send(other.text)).status).toBe(202);
  });

  it('answer OTLP requests in JSON, whatever their encoding, from a separate bucket', async () => {
    const { app, registry } = create({ authMode: 'open', limits });
    const post = (type: string, body: Buffer | string) =>
      request(app).post('/v1/traces').set('content-type', type).responseType('blob').send(body);
    await post('application/x-protobuf', otlpBytes({}));

    const protobuf = await post('application/x-protobuf', otlpBytes({}));
    const json = await post('application/json', '{"resourceSpans":[]}');

    const problem = { detail: 'Rate limit exceeded. Please retry after 1 seconds.' };
    expect([protobuf.status, limitHeaders(protobuf.headers)]).toEqual([429, ['1', '0', '1']]);
    expect(protobuf.headers['content-type']).toContain('json');
    expect([protobuf, json].map(({ body }) => JSON.parse(body))).toEqual([problem, problem]);
    expect((await request(app).post(ingestSpans.path).send(ingestSpans.body)).status).toBe(202);
    expect(await registry.metrics()).toContain(
      'spanhouse_rate_limited_requests_total{class="otlp"} 2',
    );
  });

  it('are off by default, without headers', async () => {
    const { send } = create({ authMode: 'open' });

    expect(limitHeaders((await send()).headers)).toEqual([undefined, undefined, undefined]);
  });
});

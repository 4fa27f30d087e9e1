import request from 'supertest';
import { jsonWrites } from '../testing/json-writes.js';
import { aSentSpan, spanId } from '../testing/sent-spans.js';
import { createTestGateway } from '../testing/test-gateway.js';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

const methods: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete'];

async function answerTo(method: Method, path: string, body?: object) {
  const { app } = createTestGateway();
  const { status, body: answer, headers } = await request(app)[method](path).send(body);
  return { status, answer, headers };
}

const mirrored = jsonWrites.filter(({ path }) => path !== '/traces/ingest');

function spellingsOf(path: string): readonly string[] {
  const bare = path.replace(/\/$/, '');
  return [bare, `${bare}/`, `/api${bare}`, `/api/api${bare}/`];
}

describe('the routes that write', () => {
  it.each(jsonWrites)(
    'serve $method $path with and without /api and a final slash',
    async (sent) => {
      const { method, path, body } = sent;

      for (const spelling of spellingsOf(path)) {
        const { status, headers } = await answerTo(method, spelling, body);

        expect([spelling, status]).toEqual([spelling, 202]);
        expect(headers['x-ingest-receipt']).toBeTruthy();
        expect(headers['access-control-expose-headers']).toContain('x-ingest-receipt');
      }
    },
  );

  it.each(mirrored)('mirror $method $path under /preview', async ({ method, path, body }) => {
    expect((await answerTo(method, `/preview${path}`, body)).status).toBe(202);
    expect((await answerTo(method, `/api/preview${path}`, body)).status).toBe(202);
  });

  it('compress answers above about 1000 bytes for clients that accept it', async () => {
    const spans = Array.from({ length: 100 }, (_, n) => aSentSpan({ span_id: spanId(n + 1) }));
    const sendTo = (accepted: string) =>
      request(createTestGateway().app)
        .post('/tracing/spans/ingest')
        .set('accept-encoding', accepted)
        .send({ spans });

    const compressed = await sendTo('gzip');
    const plain = await sendTo('identity');

    expect(compressed.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
    });
    expect(compressed.headers['x-ingest-receipt']).toBeTruthy();
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(compressed.body).toEqual(plain.body);
    expect(compressed.body.count).toBe(100);
  });

  it('answer 405 on POST /preview/traces/ingest', async () => {
    const { status, answer } = await answerTo('post', '/preview/traces/ingest', { traces: [] });

    expect([status, answer]).toEqual([405, { detail: 'Method Not Allowed' }]);
  });

  it.each(['/tracing/spans/ingest', '/tracing/traces/', '/simple/traces/'])(
    'answer 405 to every other method of %s and name POST',
    async (path) => {
      for (const method of methods.filter((candidate) => candidate !== 'post')) {
        const { status, answer, headers } = await answerTo(method, path);

        expect([method, status, answer]).toEqual([method, 405, { detail: 'Method Not Allowed' }]);
        expect(headers['allow']).toBe('POST');
      }
    },
  );

  it.each([
    '/tracing',
    '/tracing/spans',
    '/tracing/spans/ingest/more',
    '/Tracing/spans/ingest',
    '/tracing//traces/',
    '/preview/otlp/v1/traces',
    '/preview/v1/traces',
    '/otlp/v1/spans',
    '/annotations',
    '/invocations',
    '/sessions/query',
    '/api',
    '/preview',
  ])('POST %s is unknown: 404', async (path) => {
    const { status, answer } = await answerTo('post', path, {});

    expect([status, answer]).toEqual([404, { detail: 'Not Found' }]);
  });
});

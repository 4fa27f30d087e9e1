import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import request from 'supertest';
import { aSentSpan } from '../testing/sent-spans.js';
import { createTestGateway, type TestGateway } from '../testing/test-gateway.js';

const good = JSON.stringify({ spans: [aSentSpan()] });

/** Sends a body without changing its bytes. */
function send(gateway: TestGateway, body: string | Buffer, headers: Record<string, string> = {}) {
  const sending = request(gateway.app)
    .post('/tracing/spans/ingest')
    .set({ 'content-type': 'application/json', ...headers });
  return sending.serialize((bytes) => bytes).send(body as Buffer);
}

async function answerTo(body: string | Buffer, headers: Record<string, string> = {}) {
  const gateway = createTestGateway({ limits: { jsonBodyBytes: 2000 } });
  const { status, body: answer, headers: received } = await send(gateway, body, headers);
  expect(gateway.storedSpans()).toEqual([]);
  return { status, answer, headers: received };
}

describe('the body of a JSON route', () => {
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
    ['identity', Buffer.from],
  ])('accepts %s compression', async (encoding, compress) => {
    const gateway = createTestGateway();

    const { status } = await send(gateway, compress(Buffer.from(good)), {
      'content-encoding': encoding,
    });

    expect(status).toBe(202);
    expect(gateway.storedSpans()).toHaveLength(1);
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'application/vnd.x+json'])(
    'accepts the content type %j',
    async (type) => {
      const { status } = await send(createTestGateway(), good, { 'content-type': type });

      expect(status).toBe(202);
    },
  );

  it('answers 422 for another content type', async () => {
    const { status, answer } = await answerTo(good, { 'content-type': 'text/plain' });

    expect(status).toBe(422);
    expect(answer.detail).toMatchObject([{ type: 'model_attributes_type', loc: ['body'] }]);
  });

  it('answers 422 missing for no body', async () => {
    const { status, answer } = await answerTo('');

    expect(status).toBe(422);
    expect(answer.detail).toEqual([{ type: 'missing', loc: ['body'], msg: 'Field required' }]);
  });

  it.each([
    ['cut off', good.slice(0, -5)],
    ['with a trailing comma', '{"spans":[],}'],
    ['with a number no double holds', '{"spans":[],"n":1e999}'],
    ['nested too deep', '['.repeat(501) + ']'.repeat(501)],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
  ])('answers 422 json_invalid for JSON %s', async (_, body) => {
    const { status, answer } = await answerTo(body);

    expect(status).toBe(422);
    expect(answer.detail).toMatchObject([{ type: 'json_invalid' }]);
    expect(answer.detail[0].loc[0]).toBe('body');
  });

  it('answers 413 with the limit for a body above the limit', async () => {
    const { status, answer } = await answerTo(`"${'x'.repeat(2000)}"`);

    expect(status).toBe(413);
    expect(answer).toEqual({
      type: 'about:blank',
      title: 'Content Too Large',
      status: 413,
      detail: 'Request body exceeds the limit of 2000 bytes.',
    });
  });

  it('applies the limit after decompression as well', async () => {
    const bomb = gzipSync(Buffer.alloc(100_000, ' '));

    const { status } = await answerTo(bomb, { 'content-encoding': 'gzip' });

    expect([bomb.length < 2000, status]).toEqual([true, 413]);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
  ])(
    'is limited to 16 MiB when nothing else is set: a %s bomb is 413',
    async (encoding, compress) => {
      const bomb = compress(Buffer.alloc(16_777_217, ' '));

      const { status, body } = await send(createTestGateway(), bomb, {
        'content-encoding': encoding,
      });

      expect(bomb.length).toBeLessThan(20_000);
      expect([status, body.detail]).toEqual([
        413,
        'Request body exceeds the limit of 16777216 bytes.',
      ]);
    },
  );

  it.each([
    ['gzip', gzipSync(good).subarray(0, 40)],
    ['gzip', Buffer.from('no gzip at all')],
    ['deflate', Buffer.from([0x78, 0x9c, 0xff, 0xff])],
    ['zstd', zstdCompressSync(Buffer.from(good)).subarray(0, 20)],
  ])('answers 400 for a damaged %s stream', async (encoding, body) => {
    const { status, answer } = await answerTo(body, { 'content-encoding': encoding });

    expect([status, answer]).toEqual([400, { detail: 'Failed to decompress the request body.' }]);
  });

  it('answers 415 for an unknown encoding', async () => {
    const { status, answer, headers } = await answerTo(good, { 'content-encoding': 'br' });

    expect([status, answer]).toEqual([415, { detail: 'Unsupported Content-Encoding.' }]);
    expect(headers['accept-encoding']).toBe('gzip, deflate, zstd, identity');
  });

  it('does not affect the next request on the connection', async () => {
    const gateway = createTestGateway();
    const agent = request.agent(gateway.app);

    await agent.post('/tracing/spans/ingest').type('json').send('{"spans":[');
    const { status } = await agent.post('/tracing/spans/ingest').send({ spans: [aSentSpan()] });

    expect(status).toBe(202);
    expect(gateway.storedSpans()).toHaveLength(1);
  });
});

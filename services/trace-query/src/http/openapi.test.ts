import { Validator } from '@seriousme/openapi-schema-validator';
import request from 'supertest';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

const get = (path: string) => request(createTestTraceQuery({ authMode: 'keys' }).app).get(path);

describe('the API document', () => {
  it('is valid OpenAPI 3.1, served without credentials', async () => {
    const answer = await get('/openapi.json').expect(200);

    const validator = new Validator();
    expect(await validator.validate(answer.body)).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('says of every operation who may call it, and marks deprecated ones', async () => {
    const { paths } = (await get('/openapi.json')).body;

    expect(paths['/health'].get.security).toEqual([]);
    expect(paths['/admin/keys'].post.security).toEqual([{ adminKey: [] }]);
    expect(paths['/spans/query'].post.security).toEqual([{ apiKey: [] }]);
    expect(paths['/tracing/spans/ingest'].post.deprecated).toBe(true);
    expect(paths['/traces/'].post.deprecated).toBeUndefined();
  });

  it('says that lists are streamed line by line to who asks for it', async () => {
    const { paths } = (await get('/openapi.json')).body;
    const linesOf = (path: string) =>
      paths[path].post.responses['200'].content['application/x-ndjson'].schema;

    const schemas = [linesOf('/spans/query'), linesOf('/traces/query')];
    const lines = (await get('/openapi.json')).body.components.schemas;
    for (const { $ref } of schemas) {
      expect(lines).toHaveProperty([String($ref).split('/').at(-1) ?? '']);
    }
    expect(new Set(schemas.map(({ $ref }) => $ref)).size).toBe(2);
    expect(paths['/tracing/spans/query'].post.responses['200'].content).not.toHaveProperty([
      'application/x-ndjson',
    ]);
  });

  it('says that OTLP words its failures as a Status in the encoding of the request', async () => {
    const { paths } = (await get('/openapi.json')).body;
    const { responses } = paths['/v1/traces'].post;
    const schema = { $ref: '#/components/schemas/Status' };

    expect(Object.keys(responses)).toEqual(['200', '400', '413', '503', 'default']);
    expect(responses['400'].content).toEqual({
      'application/x-protobuf': { schema },
      'application/json': { schema },
    });
  });

  it('is shown by a page whose parts are all served here', async () => {
    const page = await get('/docs')
      .expect(200)
      .expect('content-type', /text\/html/);
    const parts = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, part]) => part ?? '');

    expect(parts).toHaveLength(4);
    for (const part of parts) await get(part).expect(200);
    await get('/docs/package.json').expect(404);
  });
});

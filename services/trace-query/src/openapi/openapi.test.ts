import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { spanhouseVersion } from '@spanhouse/service-runtime';
import request from 'supertest';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

// biome-ignore lint/suspicious/noExplicitAny: the tests walk through the document as JSON
type Schema = any;

function get(path: string) {
  return request(createTestTraceQuery({ authMode: 'keys' }).app).get(path);
}

describe('the API document', () => {
  it('is valid OpenAPI 3.1, served without credentials', async () => {
    const answer = await get('/openapi.json').expect(200);

    const validator = new Validator();
    expect(await validator.validate(answer.body)).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
    expect(answer.body.info.version).toBe(spanhouseVersion);
  });

  it('states for every operation who may call it, and marks deprecated ones', async () => {
    const { paths } = (await get('/openapi.json')).body;

    expect(paths['/health'].get.security).toEqual([]);
    expect(paths['/admin/keys'].post.security).toEqual([{ adminKey: [] }]);
    const keyForms = ['apiKey', 'bearer', 'basic', 'apiKeyHeader'].map((form) => ({ [form]: [] }));
    expect(paths['/spans/query'].post.security).toEqual(keyForms);
    expect(paths['/tracing/spans/ingest'].post.deprecated).toBe(true);
    expect(paths['/traces/'].post.deprecated).toBeUndefined();
  });

  it('states that lists are streamed line by line on request', async () => {
    const { paths, components } = (await get('/openapi.json')).body;
    const answerOf = (path: string) => paths[path].post.responses['200'];

    for (const path of ['/spans/query', '/traces/query']) {
      const line = String(answerOf(path)['x-ndjson'].$ref).split('/').at(-1) ?? '';
      expect(components.schemas).toHaveProperty([line]);
      expect(answerOf(path).description).toContain(`\`application/x-ndjson\``);
      expect(answerOf(path).description).toContain(`a \`${line}\` in each line`);
    }
    expect(answerOf('/spans/query')['x-ndjson']).not.toEqual(answerOf('/traces/query')['x-ndjson']);
    expect(answerOf('/tracing/spans/query')).not.toHaveProperty('x-ndjson');
  });

  it('lists the operators that each field of a filter takes', async () => {
    const { schemas } = (await get('/openapi.json')).body.components;
    const operatorsOf = new Map<string, readonly string[]>();
    const named = ({ anyOf: [nullable = {}] = [], ...schema }: Schema): Schema => {
      const name = (schema.$ref ?? nullable.$ref ?? '').replace(/.*\//, '');
      return schemas[name] ?? schema;
    };
    for (const condition of schemas.Condition.anyOf) {
      const { properties } = named(condition);
      const field = named(properties.field);
      const operator = named(properties.operator);
      for (const name of field.enum ?? [field.const]) {
        operatorsOf.set(name, operator.enum);
      }
    }

    expect(operatorsOf.size).toBe(33);
    expect(operatorsOf.get('trace_id')).toEqual(['is', 'is_not', 'in', 'not_in']);
    expect(operatorsOf.get('links')).toEqual([
      ...['in', 'not_in', 'has', 'has_not', 'exists', 'not_exists'],
    ]);
    expect(operatorsOf.get('content')).toEqual(['contains']);
  });

  it('names the files of docs/api for each group of operations', async () => {
    const { tags, paths } = (await get('/openapi.json')).body;
    const operations = Object.values(paths).flatMap((path) => Object.values(path as object));
    const used = new Set(operations.flatMap((operation) => operation.tags));
    const named = tags.flatMap(({ description = '' }) => description.match(/docs\/api\/\S+\.md/g));

    expect(new Set(tags.map(({ name = '' }) => name))).toEqual(used);
    for (const file of named) {
      expect(existsSync(`${__dirname}/../../../../${file}`)).toBe(true);
    }
  });

  it('has no path that docs/api does not name', async () => {
    const { paths } = (await get('/openapi.json')).body;
    const folder = `${__dirname}/../../../../docs/api`;
    const texts = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
    const named = texts
      .join('\n')
      .replaceAll('…/', '')
      .replaceAll(/\{\w+\}/g, '{}');

    const unnamed = Object.keys(paths).filter(
      (path) => !named.includes(path.replace(/\{\w+\}/g, '{}').replace(/\/(un)?archive$/, '')),
    );

    expect(unnamed).toEqual([]);
  });

  it('documents that OTLP failures are a Status in the encoding of the request', async () => {
    const { paths } = (await get('/openapi.json')).body;
    const { responses } = paths['/v1/traces'].post;
    const schema = { $ref: '#/components/schemas/Status' };

    expect(Object.keys(responses).join()).toBe('200,400,403,413,415,429,500,503,default');
    expect(responses['400'].content).toEqual({
      'application/x-protobuf': { schema },
      'application/json': { schema },
    });
  });

  it.each(['/docs', '/docs/'])(
    'is shown at %s by a page whose files are all served here',
    async (path) => {
      const page = await get(path)
        .expect(200)
        .expect('content-type', /text\/html/);
      const parts = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(
        ([, part]) => part ?? '',
      );

      expect(parts).toHaveLength(4);
      for (const part of parts) {
        expect(part).not.toMatch(/^\//); // a proxy may strip a prefix, so paths must be relative
        await get(new URL(part, `http://localhost${path}`).pathname).expect(200);
      }
      await get('/docs/package.json').expect(404);
    },
  );
});

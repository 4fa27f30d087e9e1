import request from 'supertest';
import { createTestTraceQuery, type TestTraceQueryOptions } from './test-trace-query.js';

type Method = 'get' | 'post' | 'put';

/** Creates the service and a client for its saved queries. */
export function createSavedQueryClient(options: TestTraceQueryOptions = {}) {
  const query = createTestTraceQuery(options);
  const ask = async (method: Method, path: string, body?: object | string) => {
    const asked = request(query.app)[method](path).set('content-type', 'application/json');
    const { status, body: answer } = await asked.send(body);
    return { status, body: answer };
  };
  const post = (path: string, body?: object | string) => ask('post', path, body);
  const get = (path: string) => ask('get', path);
  const put = (path: string, body?: object) => ask('put', path, body);
  return {
    ...query,
    post,
    get,
    put,
    async aQuery(slug = 'slow') {
      return (await post('/queries/', { query: { slug } })).body.query;
    },
    async aVariant(slug = 'main') {
      const { body } = await post('/queries/', { query: { slug: `of-${slug}` } });
      const query_variant = { slug, query_id: body.query.id };
      return (await post('/queries/variants/', { query_variant })).body.query_variant;
    },
    async commit(query_variant_id: string, members: object = {}) {
      const query_revision = { query_variant_id, ...members };
      return (await post('/queries/revisions/commit', { query_revision })).body.query_revision;
    },
    /** Creates a query whose latest revision contains this data. */
    async saved(slug: string, data: object) {
      return (await post('/simple/queries/', { query: { slug, data } })).body.query;
    },
  };
}

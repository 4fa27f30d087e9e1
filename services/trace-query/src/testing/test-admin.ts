import request from 'supertest';
import { createTestTraceQuery } from './test-trace-query.js';

export const testAdminKey = 'the-admin-key-of-the-test';

type Method = 'get' | 'post' | 'put' | 'delete';

/** Creates the service with an admin key, a client for the admin routes, and a client for reads. */
export function createTestAdmin(authMode: 'open' | 'keys' = 'keys') {
  const query = createTestTraceQuery({ authMode, settings: { adminKeys: [testAdminKey] } });
  const ask = (method: Method, path: string, body?: object) =>
    request(query.app)[method](path).set('authorization', `Access ${testAdminKey}`).send(body);
  const read = (authorization: string) =>
    request(query.app).post('/spans/query').set('authorization', authorization);
  return { ...query, ask, read };
}

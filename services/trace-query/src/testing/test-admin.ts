import request from 'supertest';
import { createTestTraceQuery } from './test-trace-query.js';

export const ADMIN_KEY = 'the-admin-key-of-the-test';

type Method = 'get' | 'post' | 'put' | 'delete';

/** The service, and an administrator and a reader of it. */
export function createTestAdmin(authMode: 'open' | 'keys' = 'keys') {
  const query = createTestTraceQuery({ authMode, settings: { adminKey: ADMIN_KEY } });
  const ask = (method: Method, path: string, body?: object) =>
    request(query.app)[method](path).set('authorization', `Access ${ADMIN_KEY}`).send(body);
  const read = (authorization: string) =>
    request(query.app).post('/spans/query').set('authorization', authorization);
  return { ...query, ask, read };
}

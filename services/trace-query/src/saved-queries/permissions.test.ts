import { allPermissions, type Permission } from '@spanhouse/catalog';
import { issueKey } from '@spanhouse/catalog/testing';
import request from 'supertest';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

const id = '018f6d5e-0000-7000-8000-00000000ffff';

const views = [
  ...['queries', 'queries/variants', 'queries/revisions', 'simple/queries'].flatMap(
    (path) => [`GET /${path}/${id}`, `POST /${path}/query`] as const,
  ),
  ...(['POST /queries/revisions/log', 'POST /queries/revisions/retrieve'] as const),
];
const edits = [
  ...['queries', 'queries/variants', 'queries/revisions', 'simple/queries'].flatMap((path) => [
    `POST /${path}/`,
    `PUT /${path}/${id}`,
    `POST /${path}/${id}/archive`,
    `POST /${path}/${id}/unarchive`,
  ]),
  'POST /queries/revisions/commit',
  'POST /queries/variants/fork',
];

async function create(permissions: readonly Permission[]) {
  const { app, catalog } = createTestTraceQuery({ authMode: 'keys' });
  const { text } = await issueKey(catalog, permissions);
  return async (route: string, prefix = '') => {
    const [method = '', path = ''] = route.split(' ');
    const verb = method.toLowerCase() as 'get' | 'post' | 'put';
    const asked = request(app)[verb](`${prefix}${path}`).set('authorization', `ApiKey ${text}`);
    const { status, body } = await (method === 'GET' ? asked : asked.send({}));
    return { status, body };
  };
}

const denied = {
  status: 403,
  body: {
    detail:
      'You do not have access to perform this action. Please contact your organization admin.',
  },
};

describe('permissions of saved queries', () => {
  it.each([
    ...views.map((route) => [route, 'view_queries'] as const),
    ...edits.map((route) => [route, 'edit_queries'] as const),
  ])('%s needs %s, also below /preview', async (route, permission) => {
    const holder = await create([permission]);
    const others = await create(allPermissions.filter((other) => other !== permission));

    expect(await others(route)).toEqual(denied);
    expect(await others(route, '/preview')).toEqual(denied);
    expect([200, 422]).toContain((await holder(route)).status);
    expect([200, 422]).toContain((await holder(route, '/preview')).status);
  });
});

import type { Permission } from '@spanhouse/catalog';
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
  it.each(views)('%s needs view_queries, also below /preview', async (route) => {
    const viewer = await create(['view_queries']);
    const others = await create(['view_spans', 'edit_spans', 'edit_queries']);

    expect(await others(route)).toEqual(denied);
    expect(await others(route, '/preview')).toEqual(denied);
    expect([200, 422]).toContain((await viewer(route)).status);
    expect([200, 422]).toContain((await viewer(route, '/preview')).status);
  });

  it.each(edits)('%s needs edit_queries, also below /preview', async (route) => {
    const editor = await create(['edit_queries']);
    const others = await create(['view_spans', 'edit_spans', 'view_queries']);

    expect(await others(route)).toEqual(denied);
    expect(await others(route, '/preview')).toEqual(denied);
    expect([200, 422]).toContain((await editor(route)).status);
    expect([200, 422]).toContain((await editor(route, '/preview')).status);
  });
});

import { allPermissions, defaultProjectId } from '@spanhouse/catalog';
import { issueKey } from '@spanhouse/catalog/testing';
import request from 'supertest';
import { createTestAdmin as create, testAdminKey } from '../testing/test-admin.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const key = /^[A-Za-z0-9]{8}\.[0-9a-f]{64}$/;
const unknownId = '018f6d5e-0000-7000-8000-00000000ffff';

describe('the admin key', () => {
  const routes = [
    ['post', '/admin/simple/accounts/'],
    ['post', '/admin/simple/accounts'],
    ['post', '/api/admin/keys'],
    ['get', '/admin/keys'],
    ['delete', `/admin/keys/${unknownId}`],
    ['get', '/admin/projects'],
    ['get', '/admin/ingest'],
    ['get', '/admin/ledger'],
    ['put', `/admin/projects/${defaultProjectId}`],
  ] as const;

  it.each(routes)(
    '%s %s: answers 401 without the key, whatever else is wrong',
    async (method, path) => {
      for (const [adminKeys, mode] of [
        [[testAdminKey], 'keys'] as const,
        [[testAdminKey], 'open'] as const,
        [undefined, 'open'] as const,
      ]) {
        const { app, catalog } = createTestTraceQuery({ authMode: mode, settings: { adminKeys } });
        const { text } = await issueKey(catalog);
        for (const header of ['', 'Access', 'Access wrong', testAdminKey, `ApiKey ${text}`]) {
          const answer = await request(app)[method](path).set('authorization', header).send('{');
          expect([answer.status, answer.body.detail.message]).toEqual([401, 'Unauthorized']);
          expect(answer.body.detail.hint !== undefined).toBe(
            header !== '' && header !== 'Access wrong',
          );
        }
      }
    },
  );

  it('opens the admin routes only, in both modes', async () => {
    const { ask, read } = create();

    expect((await ask('get', `/admin/keys?project_id=${defaultProjectId}`)).status).toBe(200);
    expect((await read(`Access ${testAdminKey}`)).status).toBe(401);
    const open = create('open');
    expect((await open.ask('put', `/admin/projects/${defaultProjectId}`, {})).status).toBe(200);
    expect((await open.read(`Access ${testAdminKey}`)).status).toBe(200);
  });
});

describe('a body', () => {
  const accounts = '/admin/simple/accounts/';
  const project = `/admin/projects/${defaultProjectId}`;
  const project_id = defaultProjectId;
  const models = Array.from({ length: 201 }, (_, n) => [`m${n}`, { input_mtok: 1 }]);
  const longName = 'm'.repeat(257);

  it.each<['post' | 'put', string, object, string, readonly unknown[]]>([
    ['post', accounts, {}, 'missing', ['accounts']],
    ['post', accounts, { accounts: { a: {} } }, 'missing', ['accounts', 'a', 'user']],
    [
      'post',
      accounts,
      { accounts: { a: { user: {} } } },
      'missing',
      ['accounts', 'a', 'user', 'email'],
    ],
    ['post', accounts, { accounts: [] }, 'dict_type', ['accounts']],
    ['post', '/admin/keys', {}, 'missing', ['project_id']],
    ['post', '/admin/keys', { project_id: 'x' }, 'value_error', ['project_id']],
    ['post', '/admin/keys', { project_id: unknownId }, 'value_error', ['project_id']],
    ['post', '/admin/keys', { project_id, permissions: [] }, 'too_short', ['permissions']],
    ['post', '/admin/keys', { project_id, permissions: 'all' }, 'list_type', ['permissions']],
    ['put', project, { retention_days: 0 }, 'greater_than_equal', ['retention_days']],
    ['put', project, { retention_days: 3651 }, 'less_than_equal', ['retention_days']],
    ['put', project, { retention_days: 1.5 }, 'int_type', ['retention_days']],
    ['put', project, { prices: { m: {} } }, 'missing', ['prices', 'm', 'input_mtok']],
    [
      'put',
      project,
      { prices: { m: { input_mtok: -1 } } },
      'greater_than_equal',
      ['prices', 'm', 'input_mtok'],
    ],
    [
      'put',
      project,
      { prices: { m: { input_mtok: 1, x_mtok: 1 } } },
      'value_error',
      ['prices', 'm'],
    ],
    [
      'put',
      project,
      { prices: { [longName]: { input_mtok: 1 } } },
      'value_error',
      ['prices', longName],
    ],
    ['put', project, { prices: Object.fromEntries(models) }, 'value_error', ['prices']],
  ])('%s %s is refused with 422: %j', async (...asked) => {
    const [method, path, body, type, loc] = asked;
    const answer = await create().ask(method, path, body);

    expect([answer.status, answer.body.detail]).toMatchObject([
      422,
      [{ type, loc: ['body', ...loc] }],
    ]);
  });
});

describe('/admin/keys', () => {
  it('creates a key with all permissions or the named ones, lists it and revokes it', async () => {
    const { ask, read } = create();

    const all = await ask('post', '/admin/keys', { project_id: defaultProjectId });
    const few = await ask('post', '/admin/keys', {
      project_id: defaultProjectId.toUpperCase(),
      name: 'ci',
      permissions: ['edit_spans', 'view_spans', 'edit_spans'],
    });
    expect((await read(few.body.key)).status).toBe(200);
    const revoked = await ask('delete', `/admin/keys/${few.body.id}`);
    const again = await ask('delete', `/admin/keys/${few.body.id}`);

    const created = { id: expect.stringMatching(uuid), key: expect.stringMatching(key) };
    const project = { project_id: defaultProjectId };
    const some = ['view_spans', 'edit_spans'];
    expect([all.status, all.body]).toEqual([
      201,
      { ...created, ...project, permissions: [...allPermissions] },
    ]);
    expect([few.status, few.body]).toEqual([201, { ...created, ...project, permissions: some }]);
    const { revoked_at } = revoked.body;
    expect([revoked.status, revoked.body]).toEqual([
      200,
      { id: few.body.id, revoked_at: expect.stringMatching(/Z$/) },
    ]);
    expect(again.body).toEqual(revoked.body);
    expect((await read(few.body.key)).status).toBe(401);
    const listed = await ask('get', `/admin/keys?project_id=${defaultProjectId}`);
    const shown = (key: { id: string; key: string }) => ({
      id: key.id,
      prefix: key.key.slice(0, 8),
      created_at: expect.stringMatching(/Z$/),
    });
    expect([listed.status, listed.body]).toEqual([
      200,
      {
        count: 2,
        keys: [
          { ...shown(few.body), name: 'ci', permissions: some, revoked_at },
          { ...shown(all.body), permissions: [...allPermissions] },
        ],
      },
    ]);
  });

  it('lists the valid permissions when a request names an unknown one', async () => {
    const { ask } = create();

    const body = { project_id: defaultProjectId, permissions: ['view_spans', 'root'] };
    const answer = await ask('post', '/admin/keys', body);

    expect(answer.body.detail).toEqual([
      {
        type: 'enum',
        loc: ['body', 'permissions', 1],
        msg: "Input should be 'view_spans', 'edit_spans', 'view_queries' or 'edit_queries'",
        input: 'root',
        ctx: { expected: "'view_spans', 'edit_spans', 'view_queries' or 'edit_queries'" },
      },
    ]);
  });

  it('answers 422 for a list without a project, 400 for an invalid key id, and 404 for an unknown key', async () => {
    const { ask } = create();

    const listed = await ask('get', '/admin/keys');
    expect([listed.status, listed.body.detail]).toMatchObject([
      422,
      [{ type: 'missing', loc: ['query', 'project_id'] }],
    ]);
    const unparsable = await ask('delete', '/admin/keys/x');
    expect([unparsable.status, unparsable.body]).toEqual([400, { detail: 'Invalid key id.' }]);
    const unknown = await ask('delete', `/admin/keys/${unknownId}`);
    expect([unknown.status, unknown.body]).toEqual([404, { detail: 'There is no such key.' }]);
  });
});

describe('GET /admin/projects', () => {
  it('lists the projects by name, page by page', async () => {
    const { ask } = create();
    const emails = ['a@x.y', 'b@x.y', 'c@x.y'];
    for (const email of emails) {
      await ask('post', '/admin/simple/accounts/', { accounts: { one: { user: { email } } } });
    }

    const all = await ask('get', '/admin/projects');
    const names = all.body.projects.map(({ name }: { name: string }) => name);
    const first = await ask('get', '/admin/projects?limit=3');
    const next = encodeURIComponent(first.body.next);
    const second = await ask('get', `/admin/projects?limit=3&next=${next}`);
    const some = await ask('get', '/admin/projects?prefix=defa');

    expect(all.body.count).toBe(4);
    expect(names).toEqual(names.toSorted());
    expect([...first.body.projects, ...second.body.projects]).toEqual(all.body.projects);
    expect(second.body).not.toHaveProperty('next');
    expect(some.body).toEqual({
      count: 1,
      projects: [
        {
          id: defaultProjectId,
          name: 'default',
          retention_days: null,
          created_at: expect.stringMatching(/Z$/),
          keys: 0,
        },
      ],
    });
  });

  it('answers 422 for a limit out of bounds, and 400 for an invalid token', async () => {
    const { ask } = create();

    for (const limit of ['0', '1001', 'x']) {
      const { status, body } = await ask('get', `/admin/projects?limit=${limit}`);
      expect([status, body.detail[0].loc]).toEqual([422, ['query', 'limit']]);
    }
    const bad = await ask('get', '/admin/projects?next=x');
    expect([bad.status, bad.body]).toEqual([400, { detail: "Invalid 'next' token." }]);
  });
});

describe('PUT /admin/projects/{project_id}', () => {
  const path = `/admin/projects/${defaultProjectId}`;

  it('changes the named members, and keeps spans forever for null', async () => {
    const { ask } = create();
    const put = async (body: object) => (await ask('put', path, body)).body;

    const known = { id: defaultProjectId, prices: null };
    expect(await put({ retention_days: 30 })).toEqual({
      ...known,
      name: 'default',
      retention_days: 30,
    });
    expect(await put({ name: 'main' })).toEqual({ ...known, name: 'main', retention_days: 30 });
    expect(await put({ name: null })).toEqual({ ...known, name: 'main', retention_days: 30 });
    expect(await put({ retention_days: null })).toEqual({
      ...known,
      name: 'main',
      retention_days: null,
    });
  });

  it('replaces the prices that a project states, and removes them for null', async () => {
    const { ask } = create();
    const put = async (body: object) => (await ask('put', path, body)).body.prices;
    const prices = { 'our-model': { input_mtok: 1.5, output_mtok: 6, cache_read_mtok: 0 } };

    expect(await put({ prices: { other: { input_mtok: 1 } } })).toEqual({
      other: { input_mtok: 1 },
    });
    expect(await put({ prices })).toEqual(prices);
    expect(await put({ name: 'main' })).toEqual(prices);
    expect(await put({ prices: null })).toBeNull();
  });

  it('answers 400 for an invalid id, and 404 for an unknown project', async () => {
    const { ask } = create();

    expect((await ask('put', '/admin/projects/x', {})).body).toEqual({
      detail: 'Invalid project_id.',
    });
    const unknown = await ask('put', `/admin/projects/${unknownId}`, { name: 'x' });
    expect([unknown.status, unknown.body]).toEqual([404, { detail: 'There is no such project.' }]);
  });
});

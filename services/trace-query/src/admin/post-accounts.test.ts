import { createTestAdmin } from '../testing/test-admin.js';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const key = /^[A-Za-z0-9]{8}\.[0-9a-f]{64}$/;

const ada = { user: { email: 'ada@example.com' } };

function create() {
  const admin = createTestAdmin();
  const post = (accounts: object) => admin.ask('post', '/admin/simple/accounts/', { accounts });
  return { ...admin, post };
}

describe('POST /admin/simple/accounts/', () => {
  it('creates a user, a new project and a key that is valid at once', async () => {
    const { post, read, reader } = create();

    const { status, body, headers } = await post({ first: ada });

    const { user, project, api_keys } = body.accounts.first;
    expect([status, body]).toEqual([
      200,
      {
        accounts: {
          first: {
            user: { id: expect.stringMatching(uuid), email: 'ada@example.com' },
            project: { id: expect.stringMatching(uuid) },
            api_keys: { key: expect.stringMatching(key) },
          },
        },
      },
    ]);
    expect(headers['cache-control']).toBe('no-store');
    expect(user.id).not.toBe(project.id);
    expect((await read(`ApiKey ${api_keys.key}`)).status).toBe(200);
    expect((await read(api_keys.key)).status).toBe(200);
    expect(reader.projectIds).toEqual([project.id, project.id]);
  });

  it('finds a user by email, and creates a project for every name', async () => {
    const { post } = create();

    const { a, b } = (await post({ a: ada, b: ada })).body.accounts;
    const { c } = (await post({ c: ada })).body.accounts;

    expect(new Set([a, b, c].map(({ user }) => user.id)).size).toBe(1);
    expect(new Set([a, b, c].map(({ project }) => project.id)).size).toBe(3);
    expect(new Set([a, b, c].map(({ api_keys }) => api_keys.key)).size).toBe(3);
  });

  it('creates no key, or does not show it, on request, and ignores other members', async () => {
    const { post, catalog } = create();
    const options = { seed_defaults: true, more: 1 };

    const { body } = await post({
      none: { ...ada, options: { ...options, create_api_keys: false } },
      hidden: { ...ada, options: { ...options, return_api_keys: false }, other: {} },
    });

    const { none, hidden } = body.accounts;
    expect([Object.keys(none), Object.keys(hidden)]).toEqual([
      ['user', 'project'],
      ['user', 'project'],
    ]);
    expect(await catalog.listKeys(none.project.id)).toEqual([]);
    expect(await catalog.listKeys(hidden.project.id)).toHaveLength(1);
  });

  it('refuses more than 1000 accounts at once', async () => {
    const { post } = create();
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [index, ada]));

    const { status, body } = await post(many);

    expect([status, body.detail[0].msg]).toEqual([
      422,
      'Value error, At most 1000 accounts can be made at once.',
    ]);
  });

  it('answers 503 while the catalog is unavailable', async () => {
    const { catalog, post } = create();
    catalog.goAway();

    const { status, body } = await post({ a: ada });

    expect([status, body.detail.code]).toEqual([503, 'storage_unavailable']);
  });
});

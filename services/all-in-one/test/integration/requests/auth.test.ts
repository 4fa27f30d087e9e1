import { type Account, Administrator, exportOf, newTraceId, spanOf } from '../../accounts.js';
import { consistentWith, postJson, send } from '../../http-client.js';
import { startProcess } from '../../processes/running-process.js';
import { newDataDir, runSpanhouse } from '../../processes/running-spanhouse.js';

const adminKey = 'the-admin-key-of-the-test';
const previousAdminKey = 'the-previous-admin-key';
const unauthorized = { detail: { message: 'Unauthorized' } };
const denied =
  'You do not have access to perform this action. Please contact your organization admin.';

describe('AUTH_MODE=keys', () => {
  const spanhouse = runSpanhouse({
    AUTH_MODE: 'keys',
    ADMIN_KEY: `${adminKey},${previousAdminKey}`,
  });
  let administrator: Administrator;
  let ada: Account;
  let bob: Account;

  const admin = (method: string, path: string, body?: object) =>
    administrator.call(method, path, body);
  const newKey = async (project_id: string, permissions: string[]) => {
    const { body } = await admin('POST', '/admin/keys', { project_id, permissions });
    return { id: body.id, headers: { authorization: body.key } };
  };
  const ingest = (headers: Record<string, string>, traceId: string, count = 1) => {
    const spans = Array.from({ length: count }, (_, index) => spanOf(traceId, index));
    return postJson(`${spanhouse.url}/tracing/spans/ingest`, { spans }, headers);
  };
  const read = (headers: Record<string, string>, path: string, receipt?: string) =>
    send(`${spanhouse.url}${path}`, {
      headers: { ...headers, ...(receipt !== undefined && consistentWith(receipt)) },
    });

  beforeAll(async () => {
    administrator = new Administrator(spanhouse, adminKey);
    ada = await administrator.newAccount('ada@example.com');
    bob = await administrator.newAccount('bob@example.com');
  });

  it('stores spans in the project of the key, as created by its user', async () => {
    const traceId = newTraceId();

    const { status, receipt } = await ingest(ada.headers, traceId);
    const { body } = await read(ada.headers, `/spans/?trace_id=${traceId}`, receipt);

    expect(status).toBe(202);
    expect(body.spans).toMatchObject([{ trace_id: traceId, created_by_id: ada.userId }]);
  });

  it('hides a project from other projects: its ids, tokens and receipts are unknown there', async () => {
    const traceId = newTraceId();
    const { receipt } = await ingest(ada.headers, traceId, 2);
    const query = (headers: object, windowing: object) =>
      postJson(`${spanhouse.url}/spans/query`, { windowing }, { ...headers });
    await read(ada.headers, `/traces/${traceId}`, receipt);
    const { next } = (await query(ada.headers, { limit: 1 })).body.windowing;

    expect((await read(bob.headers, `/traces/${traceId}`)).body).toEqual({ count: 0 });
    expect((await read(bob.headers, `/spans/?trace_id=${traceId}`)).body.count).toBe(0);
    expect((await query(bob.headers, {})).body.count).toBe(0);
    expect((await query(bob.headers, { next })).body).toEqual({ detail: "Invalid 'next' token." });
    const foreign = await read(bob.headers, `/traces/${traceId}`, receipt);
    expect([foreign.status, foreign.body]).toEqual([400, { detail: 'Invalid receipt.' }]);
    expect((await read(bob.headers, `/receipts/${receipt}`)).status).toBe(404);
    expect((await read(ada.headers, `/receipts/${receipt}`)).body.status).toBe('stored');
  });

  it('keeps spans of two projects apart even if their ids are equal', async () => {
    const traceId = newTraceId();
    const mine = await ingest(ada.headers, traceId, 2);
    const theirs = await ingest(bob.headers, traceId);

    const countOf = async ({ headers }: Account, receipt?: string): Promise<number> =>
      (await read(headers, `/spans/?trace_id=${traceId}`, receipt)).body.count;

    expect(await countOf(ada, mine.receipt)).toBe(2);
    expect(await countOf(bob, theirs.receipt)).toBe(1);
  });

  it('answers 401 to a request without a valid key, on every route except the public ones', async () => {
    const { url } = spanhouse;
    const strangers: Record<string, string>[] = [
      {},
      { authorization: `Access ${adminKey}` },
      { authorization: 'Bearer x' },
      { authorization: 'ApiKey x' },
    ];
    for (const headers of strangers) {
      const answers = [
        await ingest(headers, newTraceId()),
        await postJson(`${url}/v1/traces`, { resourceSpans: [] }, headers),
        await postJson(`${url}/spans/query`, {}, headers),
        await read(headers, `/traces/${newTraceId()}`),
      ];
      expect(answers.map(({ status, body }) => [status, body])).toMatchObject(
        answers.map(() => [401, unauthorized]),
      );
    }
    for (const path of ['/health', '/livez', '/readyz', '/metrics', '/openapi.json', '/docs']) {
      expect((await send(`${url}${path}`)).status).toBe(200);
    }
  });

  it('answers 403 to a key that lacks the permission', async () => {
    const viewer = await newKey(ada.projectId, ['view_spans']);
    const editor = await newKey(ada.projectId, ['edit_spans']);
    const traceId = newTraceId();

    const refused = await ingest(viewer.headers, traceId);
    const { status, receipt } = await ingest(editor.headers, traceId);
    const hidden = await read(editor.headers, `/traces/${traceId}`, receipt);

    expect([refused.status, refused.body]).toEqual([403, { detail: denied }]);
    expect(status).toBe(202);
    expect([hidden.status, hidden.body]).toEqual([403, { detail: denied }]);
    expect((await read(viewer.headers, `/traces/${traceId}`, receipt)).body.count).toBe(1);
  });

  it('refuses a key after it is revoked, in every form', async () => {
    const { id, headers } = await newKey(ada.projectId, ['view_spans']);
    const key = headers.authorization;
    const forms = [
      { authorization: `ApiKey ${key}` },
      { authorization: `Bearer ${key}` },
      { authorization: `Basic ${btoa(`pk:${key}`)}` },
      { 'x-api-key': key },
    ];
    const statuses = () =>
      Promise.all(forms.map(async (form) => (await read(form, `/traces/${newTraceId()}`)).status));
    expect(await statuses()).toEqual([200, 200, 200, 200]);

    await admin('DELETE', `/admin/keys/${id}`);

    expect(await statuses()).toEqual([401, 401, 401, 401]);
  });

  it('stores what a Langfuse SDK sends: Basic credentials with the key as the secret key', async () => {
    const traceId = newTraceId();
    const key = ada.headers.authorization.replace('ApiKey ', '');
    const url = `${spanhouse.url}/api/public/otel/v1/traces`;

    const { status, receipt } = await postJson(url, exportOf(traceId), {
      authorization: `Basic ${btoa(`pk-lf-1:${key}`)}`,
    });

    expect(status).toBe(200);
    expect((await read(ada.headers, `/traces/${traceId}`, receipt)).body.count).toBe(1);
    expect((await read(bob.headers, `/traces/${traceId}`)).body.count).toBe(0);
  });

  it('accepts both admin keys while one replaces the other', async () => {
    const path = `${spanhouse.url}/admin/keys?project_id=${ada.projectId}`;
    const statusOf = async (key: string) =>
      (await send(path, { headers: { authorization: `Access ${key}` } })).status;

    expect([await statusOf(adminKey), await statusOf(previousAdminKey)]).toEqual([200, 200]);
    expect(await statusOf(`${adminKey},${previousAdminKey}`)).toBe(401);
  });

  it('creates, lists and revokes keys with npm run keys', async () => {
    const keys = async (...args: string[]) => {
      const env = { ADMIN_KEY: `${adminKey},${previousAdminKey}`, SPANHOUSE_URL: spanhouse.url };
      const running = startProcess('deploy/manage-keys.mjs', env, args);
      return { code: await running.exited, output: running.output() };
    };

    const created = await keys('create', '--project', ada.projectId, '--name', 'ci');
    const key = /^\S{8}\.\S{64}$/m.exec(created.output)?.[0] ?? '';
    const used = await read({ authorization: key }, `/traces/${newTraceId()}`);
    const listed = await keys('list', '--project', ada.projectId);
    const id = new RegExp(`^(\\S+) +${key.slice(0, 8)}`, 'm').exec(listed.output)?.[1] ?? '';
    const revoked = await keys('revoke', id);
    const refused = await read({ authorization: key }, `/traces/${newTraceId()}`);

    expect([created.code, listed.code, revoked.code]).toEqual([0, 0, 0]);
    expect([used.status, refused.status]).toEqual([200, 401]);
    expect(listed.output).not.toContain(key);
    expect(await keys('revoke', crypto.randomUUID())).toMatchObject({
      code: 1,
      output: '404: There is no such key.',
    });
    expect((await keys('remove')).code).toBe(2);
  });

  it('allows npm run dead-letters to use a key of the project, or the admin key for all projects', async () => {
    const list = async (env: Record<string, string>, ...args: string[]) => {
      const settings = { SPANHOUSE_URL: spanhouse.url, ...env };
      const running = startProcess('deploy/dead-letters.mjs', settings, ['list', ...args]);
      return { code: await running.exited, output: running.output() };
    };

    const answers = [
      await list({ SPANHOUSE_API_KEY: ada.headers.authorization.replace('ApiKey ', '') }),
      await list({ ADMIN_KEY: `${adminKey},${previousAdminKey}` }, '--all'),
      await list({ SPANHOUSE_API_KEY: 'of nobody' }),
      await list({}, '--all'),
    ];

    expect(answers.map(({ code }) => code)).toEqual([0, 0, 1, 2]);
    expect(answers.map(({ output }) => output)).toMatchObject([
      '0 dead letters',
      '0 dead letters',
      '401: Unauthorized',
      expect.stringMatching(/^ADMIN_KEY is not set\./),
    ]);
  });
});

describe('AUTH_MODE=open', () => {
  it('is refused on an address that others can reach, with advice', async () => {
    const running = startProcess('services/all-in-one/dist/main.js', {
      DATA_DIR: newDataDir(),
      HTTP_HOST: '0.0.0.0',
    });

    expect(await running.exited).toBe(78);
    expect(running.output()).toMatch(
      /HTTP_HOST: 0\.0\.0\.0 is not a loopback address.*set AUTH_MODE=keys/,
    );
  });
});

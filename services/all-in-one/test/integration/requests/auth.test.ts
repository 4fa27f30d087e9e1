import { type Account, Administrator, newTraceId, spanOf } from '../../accounts.js';
import { consistentWith, postJson, send } from '../../http-client.js';
import { startProcess } from '../../processes/running-process.js';
import { newDataDir, runSpanhouse } from '../../processes/running-spanhouse.js';

const adminKey = 'the-admin-key-of-the-test';
const previousAdminKey = 'the-previous-admin-key';

describe('AUTH_MODE=keys', () => {
  const spanhouse = runSpanhouse({
    AUTH_MODE: 'keys',
    ADMIN_KEY: `${adminKey},${previousAdminKey}`,
  });
  let administrator: Administrator;
  let ada: Account;
  let bob: Account;

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

  it('refuses a key after it is revoked, in every form', async () => {
    const wanted = { project_id: ada.projectId, permissions: ['view_spans'] };
    const { body } = await administrator.call('POST', '/admin/keys', wanted);
    const { id, key } = body;
    const forms = [
      { authorization: `ApiKey ${key}` },
      { authorization: `Bearer ${key}` },
      { authorization: `Basic ${btoa(`pk:${key}`)}` },
      { 'x-api-key': key },
    ];
    const statuses = () =>
      Promise.all(forms.map(async (form) => (await read(form, `/traces/${newTraceId()}`)).status));
    expect(await statuses()).toEqual([200, 200, 200, 200]);

    await administrator.call('DELETE', `/admin/keys/${id}`);

    expect(await statuses()).toEqual([401, 401, 401, 401]);
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

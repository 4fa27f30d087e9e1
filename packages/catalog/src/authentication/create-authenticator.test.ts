import { createHealth, createRegistry } from '@spanhouse/service-runtime';
import { FakeClock } from '@spanhouse/service-runtime/testing';
import { createKeyText } from '../api-key-text.js';
import { defaultProjectId } from '../catalog.js';
import { createTestAuthenticator, FakeCatalog, issueKey } from '../testing/index.js';
import { createAuthenticationMetrics } from './authentication-metrics.js';
import { allPermissions, type Permission } from './permission.js';

const TTL_MS = 30_000;
const GRACE_MS = 300_000;

function setUp() {
  const catalog = new FakeCatalog();
  const clock = new FakeClock();
  const registry = createRegistry('test');
  const health = createHealth({ dependencies: ['catalog'] });
  const metrics = createAuthenticationMetrics(registry);
  const config = { AUTH_MODE: 'keys' } as const;
  const authenticator = createTestAuthenticator({ catalog, clock, config, health, metrics });
  const enter = (authorization?: string, need: Permission | Permission[] = 'view_spans') =>
    authenticator.authenticate({ authorization }, { need });
  const newKey = async (permissions?: readonly Permission[]) => {
    const key = await issueKey(catalog, permissions);
    catalog.reads = 0;
    return key;
  };
  return { catalog, clock, registry, health, authenticator, enter, newKey };
}

const unauthorized = { code: 'UNAUTHORIZED' };
const unavailable = { code: 'CATALOG_UNAVAILABLE', retryable: true };

describe('createAuthenticator with AUTH_MODE=keys', () => {
  it('returns the project, user, permissions, retention and prices of the key', async () => {
    const { catalog, enter } = setUp();
    const { text, ...fingerprint } = createKeyText();
    const account = { email: 'ada@example.com', project_name: 'p', key: fingerprint };
    const [made] = await catalog.createAccounts([account]);
    const prices = { ours: { input_mtok: 1 } };
    await catalog.updateProject(made?.project_id ?? '', { retention_days: 30, prices });

    expect(await enter(`ApiKey ${text}`)).toEqual({
      project_id: made?.project_id,
      user_id: made?.user.user_id,
      permissions: allPermissions,
      retention_days: 30,
      prices,
      key: { prefix: fingerprint.prefix, name: null },
    });
  });

  it.each(['Secret %', 'Access %', 'Basic %', '%x', 'x%', 'ApiKey', 'ApiKey % %'])(
    'answers %j with CREDENTIALS_UNREADABLE, without asking the catalog',
    async (how) => {
      const { catalog, registry, enter, newKey } = setUp();
      const { text } = await newKey();

      await expect(enter(how.replaceAll('%', text))).rejects.toMatchObject({
        code: 'CREDENTIALS_UNREADABLE',
      });
      expect(catalog.reads).toBe(0);
      expect(await registry.metrics()).toContain('{outcome="unauthorized"} 1');
    },
  );

  it.each([undefined, '', ' '])('answers %j with UNAUTHORIZED', async (authorization) => {
    const { catalog, enter } = setUp();

    await expect(enter(authorization)).rejects.toMatchObject(unauthorized);
    expect(catalog.reads).toBe(0);
  });

  it('asks the catalog once for a key that is sent in several forms', async () => {
    const { catalog, authenticator, newKey } = setUp();
    const { text } = await newKey();
    const basic = Buffer.from(`pk:${text}`).toString('base64');

    for (const headers of [
      { authorization: `Bearer ${text}` },
      { authorization: `Basic ${basic}` },
      { 'x-api-key': text },
      { authorization: text },
    ]) {
      const principal = await authenticator.authenticate(headers, { need: 'view_spans' });
      expect(principal).toMatchObject({ project_id: defaultProjectId });
    }
    expect(catalog.reads).toBe(1);
  });

  it('refuses a key whose secret differs in one character, and a hash instead of a key', async () => {
    const { catalog, enter, newKey } = setUp();
    const { text } = await newKey();
    const last = text.endsWith('0') ? '1' : '0';
    const { hash = '' } = (await catalog.findKey(text.slice(0, 8))) ?? {};

    await expect(enter(`${text.slice(0, -1)}${last}`)).rejects.toMatchObject(unauthorized);
    await expect(enter(`${text.slice(0, 9)}${hash}`)).rejects.toMatchObject(unauthorized);
    expect(await enter(text)).toBeDefined();
  });

  it('requires the permission, or one of several permissions', async () => {
    const { enter, newKey } = setUp();
    const { text } = await newKey(['edit_spans']);

    await expect(enter(text, 'view_spans')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await enter(text, 'edit_spans')).toBeDefined();
    expect(await enter(text, ['view_spans', 'edit_spans'])).toBeDefined();
    await expect(enter(text, ['view_queries', 'edit_queries'])).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('queries the catalog once per key and lifetime, even for concurrent requests', async () => {
    const { catalog, clock, enter, newKey } = setUp();
    const { text } = await newKey();

    await Promise.all(Array.from({ length: 20 }, () => enter(text)));
    await clock.advance(TTL_MS - 1);
    await enter(`ApiKey ${text}`);

    expect(catalog.reads).toBe(1);
  });

  it('queries the catalog once in 5 seconds for a wrong key that is sent repeatedly', async () => {
    const { catalog, clock, enter } = setUp();
    const { text } = createKeyText();
    const isRefused = () => expect(enter(text)).rejects.toMatchObject(unauthorized);

    for (let sent = 0; sent < 5; sent++) {
      await isRefused();
    }
    expect(catalog.reads).toBe(1);
    await clock.advance(5000);
    await isRefused();

    expect(catalog.reads).toBe(2);
  });

  it('accepts a new key at once, even if another key with its prefix was refused', async () => {
    const { catalog, enter } = setUp();
    const { text, ...fingerprint } = createKeyText();
    const guess = `${fingerprint.prefix}.${'0'.repeat(64)}`;
    await expect(enter(guess)).rejects.toMatchObject(unauthorized);

    const owned = { project_id: defaultProjectId, name: null, permissions: allPermissions };
    await catalog.createKey({ ...fingerprint, ...owned });

    expect(await enter(text)).toBeDefined();
  });

  it('refuses a revoked key after the lifetime, and at once after forget', async () => {
    const { catalog, clock, authenticator, enter, newKey } = setUp();
    const [elsewhere, here] = [await newKey(), await newKey()];
    await Promise.all([enter(elsewhere.text), enter(here.text)]);

    await catalog.revokeKey(elsewhere.key_id);
    await clock.advance(TTL_MS);
    await expect(enter(elsewhere.text)).rejects.toMatchObject(unauthorized);

    await enter(here.text);
    await catalog.revokeKey(here.key_id);
    authenticator.forget();
    await expect(enter(here.text)).rejects.toMatchObject(unauthorized);
  });

  it('accepts cached keys while the catalog is unavailable, and reports other keys as unavailable', async () => {
    const { catalog, clock, enter, newKey } = setUp();
    const [known, unknown] = [await newKey(), await newKey()];
    await enter(known.text);
    catalog.goAway();

    await clock.advance(GRACE_MS - 1);

    expect(await enter(known.text)).toMatchObject({ project_id: defaultProjectId });
    await expect(enter(unknown.text)).rejects.toMatchObject(unavailable);
    await expect(enter(known.text, 'view_spans')).resolves.toBeDefined();
  });

  it('does not admit a request with an answer that is older than the grace period', async () => {
    const { catalog, clock, enter, newKey } = setUp();
    const { text } = await newKey();
    await enter(text);
    catalog.goAway();
    for (let passedMs = TTL_MS; passedMs < GRACE_MS; passedMs += TTL_MS) {
      await clock.advance(TTL_MS);
      expect(await enter(text)).toBeDefined();
    }

    await clock.advance(TTL_MS);
    await expect(enter(text)).rejects.toMatchObject(unavailable);
    catalog.comeBack();

    expect(await enter(text)).toBeDefined();
  });

  it('refuses a key that was revoked during an outage as soon as the catalog answers again', async () => {
    const { catalog, clock, enter, newKey } = setUp();
    const { text, key_id } = await newKey();
    await enter(text);
    await catalog.revokeKey(key_id);
    catalog.goAway();
    await clock.advance(TTL_MS);
    expect(await enter(text)).toBeDefined();

    catalog.comeBack();
    await clock.advance(TTL_MS);

    await expect(enter(text)).rejects.toMatchObject(unauthorized);
  });

  it('reports whether the catalog answers, and counts every decision once', async () => {
    const { catalog, clock, health, registry, enter, newKey } = setUp();
    const { text } = await newKey(['view_spans']);
    const count = async () => {
      const lines = (await registry.metrics()).match(/^spanhouse_auth_\S+ \d+$/gm) ?? [];
      return lines.filter((line) => !line.endsWith(' 0'));
    };

    await enter(text);
    await enter(text, 'edit_spans').catch(() => {});
    await enter('nonsense').catch(() => {});
    catalog.goAway();
    await clock.advance(TTL_MS);
    await enter(text);
    await enter(createKeyText().text).catch(() => {});

    expect(health.report().dependencies['catalog']?.state).toBe('lost');
    expect(await count()).toEqual([
      'spanhouse_auth_decisions_total{outcome="accepted"} 2',
      'spanhouse_auth_decisions_total{outcome="unauthorized"} 1',
      'spanhouse_auth_decisions_total{outcome="forbidden"} 1',
      'spanhouse_auth_decisions_total{outcome="unavailable"} 1',
      'spanhouse_auth_look_ups_total{outcome="found"} 1',
      'spanhouse_auth_look_ups_total{outcome="unavailable"} 2',
      'spanhouse_auth_stale_answers_total 1',
    ]);
  });
});

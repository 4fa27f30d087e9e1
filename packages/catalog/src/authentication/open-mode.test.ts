import { FakeClock } from '@spanhouse/service-runtime/testing';
import { createKeyText } from '../api-key-text.js';
import { defaultProjectId, defaultUserId } from '../catalog.js';
import { createTestAuthenticator, FakeCatalog } from '../testing/index.js';
import { allPermissions } from './permission.js';

const TTL_MS = 30_000;

function setUp() {
  const catalog = new FakeCatalog();
  const clock = new FakeClock();
  const { authenticate } = createTestAuthenticator({ catalog, clock });
  const enter = (authorization?: string) => authenticate({ authorization }, { need: 'edit_spans' });
  return { catalog, clock, enter };
}

describe('createAuthenticator with AUTH_MODE=open', () => {
  it('gives every caller the default project, whatever the request contains', async () => {
    const { catalog, enter } = setUp();
    await catalog.updateProject(defaultProjectId, { retention_days: 7 });

    for (const authorization of [undefined, createKeyText().text, 'Bearer x', 'nonsense']) {
      expect(await enter(authorization)).toEqual({
        project_id: defaultProjectId,
        user_id: defaultUserId,
        permissions: allPermissions,
        retention_days: 7,
        prices: null,
      });
    }
  });

  it('serves the last answer during the whole outage of the catalog', async () => {
    const { catalog, clock, enter } = setUp();
    catalog.goAway();
    await expect(enter()).rejects.toMatchObject({ code: 'CATALOG_UNAVAILABLE' });
    catalog.comeBack();
    await enter();
    catalog.goAway();

    await clock.advance(24 * 3_600_000);

    expect(await enter()).toMatchObject({ project_id: defaultProjectId });
  });

  it('applies a changed retention once the cached answer has expired', async () => {
    const { catalog, clock, enter } = setUp();
    expect(await enter()).toMatchObject({ retention_days: null });

    await catalog.updateProject(defaultProjectId, { retention_days: 30 });
    expect(await enter()).toMatchObject({ retention_days: null });
    await clock.advance(TTL_MS);

    expect(await enter()).toMatchObject({ retention_days: 30 });
  });
});

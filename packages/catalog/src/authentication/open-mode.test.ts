import { FakeClock } from '@spanhouse/service-runtime/testing';
import { createKeyText } from '../api-key-text.js';
import { DEFAULT_PROJECT_ID, NOBODY } from '../catalog.js';
import { createTestAuthenticator, FakeCatalog } from '../testing/index.js';
import { PERMISSIONS } from './permission.js';

const TTL_MS = 30_000;

function setUp() {
  const catalog = new FakeCatalog();
  const clock = new FakeClock();
  const { authenticate } = createTestAuthenticator({ catalog, clock });
  const enter = (authorization?: string) => authenticate(authorization, { need: 'edit_spans' });
  return { catalog, clock, enter };
}

describe('createAuthenticator with AUTH_MODE=open', () => {
  it('gives everyone the default project, whatever they send', async () => {
    const { catalog, enter } = setUp();
    await catalog.updateProject(DEFAULT_PROJECT_ID, { retention_days: 7 });

    for (const authorization of [undefined, createKeyText().text, 'Bearer x', 'nonsense']) {
      expect(await enter(authorization)).toEqual({
        project_id: DEFAULT_PROJECT_ID,
        user_id: NOBODY,
        permissions: PERMISSIONS,
        retention_days: 7,
      });
    }
  });

  it('goes on for as long as the catalog is away, once it was read', async () => {
    const { catalog, clock, enter } = setUp();
    catalog.goAway();
    await expect(enter()).rejects.toMatchObject({ code: 'CATALOG_UNAVAILABLE' });
    catalog.comeBack();
    await enter();
    catalog.goAway();

    await clock.advance(24 * 3_600_000);

    expect(await enter()).toMatchObject({ project_id: DEFAULT_PROJECT_ID });
  });

  it('sees a changed retention after its lifetime', async () => {
    const { catalog, clock, enter } = setUp();
    expect(await enter()).toMatchObject({ retention_days: null });

    await catalog.updateProject(DEFAULT_PROJECT_ID, { retention_days: 30 });
    expect(await enter()).toMatchObject({ retention_days: null });
    await clock.advance(TTL_MS);

    expect(await enter()).toMatchObject({ retention_days: 30 });
  });
});

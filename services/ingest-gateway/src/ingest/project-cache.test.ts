import { DEFAULT_PROJECT_ID } from '@spanhouse/catalog';
import { anyProject, FakeCatalog } from '@spanhouse/catalog/testing';
import { createHealth } from '@spanhouse/service-runtime';
import { createSilentLogger, FakeClock } from '@spanhouse/service-runtime/testing';
import { ProjectCache } from './project-cache.js';

const TTL_MS = 30_000;

function setUp() {
  const catalog = new FakeCatalog();
  const clock = new FakeClock();
  const logger = createSilentLogger();
  const health = createHealth({ dependencies: ['catalog'] });
  const cache = new ProjectCache({ catalog, clock, health, logger, ttlMs: TTL_MS });
  return { catalog, clock, health, cache };
}

describe('ProjectCache', () => {
  it('asks the catalog once per lifetime, however many ask at once', async () => {
    const { catalog, clock, cache } = setUp();

    await Promise.all(Array.from({ length: 20 }, () => cache.get(DEFAULT_PROJECT_ID)));
    await clock.advance(TTL_MS - 1);
    await cache.get(DEFAULT_PROJECT_ID);

    expect(catalog.reads).toBe(1);
  });

  it('sees a changed project after its lifetime', async () => {
    const { catalog, clock, cache } = setUp();
    catalog.putProject(anyProject({ retention_days: 7 }));
    const id = anyProject().project_id;
    await cache.get(id);

    catalog.putProject(anyProject({ retention_days: 30 }));
    expect(await cache.get(id)).toMatchObject({ retention_days: 7 });
    await clock.advance(TTL_MS);

    expect(await cache.get(id)).toMatchObject({ retention_days: 30 });
  });

  it('serves a stale project while the catalog is away, asking once per lifetime', async () => {
    const { catalog, clock, cache } = setUp();
    await cache.get(DEFAULT_PROJECT_ID);
    catalog.goAway();

    await clock.advance(TTL_MS);
    const first = await cache.get(DEFAULT_PROJECT_ID);
    await cache.get(DEFAULT_PROJECT_ID);

    expect(first).toMatchObject({ project_id: DEFAULT_PROJECT_ID });
    expect(catalog.reads).toBe(2);
  });

  it('rejects for a project it never read while the catalog is away, and recovers', async () => {
    const { catalog, cache } = setUp();
    catalog.goAway();
    await expect(cache.get(DEFAULT_PROJECT_ID)).rejects.toMatchObject({
      code: 'CATALOG_UNAVAILABLE',
    });

    catalog.comeBack();

    expect(await cache.get(DEFAULT_PROJECT_ID)).toMatchObject({ name: 'default' });
  });

  it('reports whether the catalog answers', async () => {
    const { catalog, clock, health, cache } = setUp();
    const stateOfCatalog = () => health.report().dependencies['catalog']?.state;

    await cache.get(DEFAULT_PROJECT_ID);
    expect(stateOfCatalog()).toBe('reached');
    catalog.goAway();
    await clock.advance(TTL_MS);
    await cache.get(DEFAULT_PROJECT_ID);

    expect(stateOfCatalog()).toBe('lost');
  });

  it('does not keep an unknown project', async () => {
    const { catalog, cache } = setUp();
    const id = anyProject().project_id;
    expect(await cache.get(id)).toBeUndefined();

    catalog.putProject(anyProject());

    expect(await cache.get(id)).toEqual(anyProject());
  });
});

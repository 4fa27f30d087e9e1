import { createHealth } from '@spanhouse/service-runtime';
import { createSilentLogger, FakeClock } from '@spanhouse/service-runtime/testing';
import { RevalidatingCache } from './revalidating-cache.js';

function setUp(maxSize = 2, sizeOf = (_value: string | undefined) => 1) {
  let evictions = 0;
  const clock = new FakeClock();
  const cache = new RevalidatingCache<string | undefined>({
    clock,
    health: createHealth({ dependencies: ['catalog'] }),
    logger: createSilentLogger(),
    metrics: {
      decided: () => {},
      lookedUp: () => {},
      usedStale: () => {},
      evicted: () => void evictions++,
    },
    ttlMs: 1000,
    unknownTtlMs: 1000,
    graceMs: 5000,
    maxSize,
    sizeOf,
  });
  const loads: string[] = [];
  const get = (id: string, value: string | undefined = id) =>
    cache.get(id, () => {
      loads.push(id);
      return Promise.resolve(value);
    });
  return { clock, cache, get, loads, evictions: () => evictions };
}

describe('RevalidatingCache', () => {
  it('evicts the least recently used entry when it is full, and counts the eviction', async () => {
    const { get, loads, evictions } = setUp(2);

    for (const id of ['a', 'b', 'c', 'b', 'c', 'a']) {
      await get(id);
    }

    expect(loads).toEqual(['a', 'b', 'c', 'a']);
    expect(evictions()).toBe(2);
  });

  it('counts entries by their size', async () => {
    const { get, loads } = setUp(4, (value) => value?.length ?? 1);

    for (const id of ['a', 'bbb', 'cc', 'a', 'cc']) {
      await get(id);
    }

    expect(loads).toEqual(['a', 'bbb', 'cc', 'a']);
  });

  it('keeps entries that are in use, even if many unknown keys are guessed', async () => {
    const { get, cache, loads } = setUp(2);
    await get('a');

    for (let guess = 0; guess < 100; guess++) {
      await cache.get(`guess ${guess}`, () => Promise.resolve(undefined));
    }
    await get('a');

    expect(loads).toEqual(['a']);
  });

  it('does not cache a look-up that started before forget, and repeats it for later callers', async () => {
    const { cache, get, loads } = setUp();
    let finish = (_value: string) => {};
    const early = cache.get('a', () => new Promise((resolve) => (finish = resolve)));

    cache.forget();
    const late = get('a', 'new');
    finish('old');

    expect(await early).toBe('old');
    expect(await late).toBe('new');
    expect(await get('a')).toBe('new');
    expect(loads).toEqual(['a']);
  });

  it('refuses concurrent look-ups above its limit', async () => {
    const { cache } = setUp();
    const hanging = Array.from({ length: 1000 }, (_, index) =>
      cache.get(`${index}`, () => new Promise(() => {})),
    );

    await expect(cache.get('one more', () => Promise.resolve('x'))).rejects.toMatchObject({
      code: 'CATALOG_UNAVAILABLE',
    });
    expect(hanging).toHaveLength(1000);
  });

  it('uses a stale answer within the grace period while it refuses look-ups', async () => {
    const { clock, cache, get, loads } = setUp();
    await get('known');
    await clock.advance(1000);
    for (let index = 0; index < 1000; index++) {
      void cache.get(`${index}`, () => new Promise(() => {}));
    }

    expect(await get('known')).toBe('known');
    await clock.advance(4000);
    await expect(get('known')).rejects.toMatchObject({ code: 'CATALOG_UNAVAILABLE' });
    expect(loads).toEqual(['known']);
  });
});

import { setImmediate } from 'node:timers/promises';
import { AppError } from '@spanhouse/service-runtime';
import { FakeClock } from '@spanhouse/service-runtime/testing';
import { InMemorySpanLog } from '@spanhouse/span-log/testing';
import { Registry } from 'prom-client';
import { letterOf } from '../testing/letters.js';
import { registerWaitingRows, type WaitingRowsOptions } from './waiting-rows-gauge.js';

function create() {
  const log = new InMemorySpanLog();
  const registry = new Registry();
  const clock = new FakeClock();
  const world = { isAway: false, lists: 0 };
  const list: WaitingRowsOptions['letters']['list'] = (selection) => {
    world.lists += 1;
    return world.isAway
      ? Promise.reject(new AppError('LOG_UNAVAILABLE', 'away', { retryable: true }))
      : log.letters.list(selection);
  };
  registerWaitingRows(registry, { letters: { list }, clock });
  const scrape = async () => {
    const text = await registry.metrics();
    await setImmediate(); // wait for the count that the scrape started
    return /^spanhouse_query_dead_letter_rows (\d+)$/m.exec(text)?.[1];
  };
  return Object.assign(world, { log, clock, scrape });
}

describe('registerWaitingRows', () => {
  it('is absent at first, and then has the rows of all letters that are not settled', async () => {
    const { log, scrape, clock } = create();
    const origin = { partition: 0, offset: 8 };
    await log.put([await letterOf([{}, {}, {}]), await letterOf([{}], { origin })]);

    const first = await scrape();
    const second = await scrape();
    await log.settle([{ letterId: '1-0-8-0', origin: { partition: 0, offset: 9 } }]);
    await clock.advance(60_000);
    await scrape();

    expect([first, second, await scrape()]).toEqual([undefined, '4', '3']);
  });

  it('counts once a minute, however often it is scraped', async () => {
    const world = create();

    await world.scrape();
    await world.scrape();
    await world.clock.advance(59_999);
    await world.scrape();
    expect(world.lists).toBe(1);
    await world.clock.advance(1);
    await world.scrape();

    expect(world.lists).toBe(2);
  });

  it('is absent again after a count that failed', async () => {
    const world = create();
    await world.scrape();
    const before = await world.scrape();
    world.isAway = true;
    await world.clock.advance(60_000);
    await world.scrape();
    const away = await world.scrape();
    world.isAway = false;
    await world.clock.advance(60_000);
    await world.scrape();

    expect([before, away, await world.scrape()]).toEqual(['0', undefined, '0']);
  });
});

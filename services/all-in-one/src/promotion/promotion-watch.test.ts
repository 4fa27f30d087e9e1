import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@spanhouse/service-runtime';
import { createSilentLogger, FakeClock } from '@spanhouse/service-runtime/testing';
import { openPromotionFiles, type PromotionState, type PromotionWish } from './promotion-files.js';
import { watchPromotion } from './promotion-watch.js';

const wish: PromotionWish = {
  promotionId: 'one',
  form: 'promoted',
  target: { KAFKA_TOPIC: 'spans' },
};
const state: PromotionState = {
  promotionId: 'one',
  form: 'promoted',
  log: { logId: 'a', generation: 2 },
  embeddedGeneration: 1,
  database: 'spanhouse',
  changedAt: '2026-05-01T10:00:00.000Z',
};

function world(fulfil: (wish: PromotionWish) => void) {
  const directory = mkdtempSync(join(tmpdir(), 'spanhouse-promotion-'));
  const files = openPromotionFiles(directory);
  const clock = new FakeClock();
  const wishes: PromotionWish[] = [];
  const watch = watchPromotion({
    files,
    fulfil: (wished) => {
      wishes.push(wished);
      return Promise.resolve().then(() => fulfil(wished));
    },
    clock,
    logger: createSilentLogger(),
  });
  return { directory, files, clock, wishes, watch };
}

describe('watchPromotion', () => {
  it('fulfils a wish once, also if it was written by another process', async () => {
    const { directory, files, clock, wishes, watch } = world(() => files.writeState(state));
    await clock.advance(2000);
    expect(wishes).toEqual([]);

    openPromotionFiles(directory).writeWish(wish);
    await clock.advance(10_000);

    expect(wishes).toEqual([wish]);
    expect(openPromotionFiles(directory).readState()).toEqual(state);
    await watch.close();
  });

  it('notes why it cannot fulfil a wish, and tries again until it can', async () => {
    let isReady = false;
    const { files, clock, wishes, watch } = world(() => {
      if (!isReady) {
        throw new AppError('LOG_UNAVAILABLE', 'Kafka does not answer');
      }
      files.writeState(state);
    });
    files.writeWish(wish);
    await clock.advance(6000);
    const problem = files.readProblem();

    isReady = true;
    await clock.advance(12_000);

    expect(problem).toEqual({
      promotionId: 'one',
      form: 'promoted',
      problem: 'Kafka does not answer',
    });
    expect(wishes.length).toBeGreaterThan(2);
    expect(files.readProblem()).toBeUndefined();
    await watch.close();
    expect(clock.pendingTimers).toBe(0);
  });

  it('tries a wish that keeps failing every two minutes at last, and a new one at once', async () => {
    const { files, clock, wishes, watch } = world(() => {
      throw new AppError('PROMOTION_DELAYED', 'requests did not end in time');
    });
    files.writeWish(wish);
    await clock.advance(3_600_000);
    const attempts = wishes.length;

    files.writeWish({ ...wish, promotionId: 'two' });
    await clock.advance(1000);

    expect(attempts).toBeGreaterThanOrEqual(30);
    expect(attempts).toBeLessThan(70);
    expect(wishes.slice(attempts)).toMatchObject([{ promotionId: 'two' }]);
    await watch.close();
  });

  it('keeps the files from other users, because they contain passwords', () => {
    const { directory, files } = world(() => undefined);

    files.writeWish(wish);

    const folder = join(directory, 'promotion');
    const modes = [folder, ...readdirSync(folder).map((name) => join(folder, name))];
    expect(modes.map((path) => statSync(path).mode & 0o077)).toEqual([0, 0]);
  });
});

import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@spanhouse/service-runtime';
import { createSilentLogger, FakeClock } from '@spanhouse/service-runtime/testing';
import {
  openPromotionFiles,
  type PromotionRequest,
  type PromotionState,
} from './promotion-files.js';
import { watchPromotion } from './promotion-watch.js';

const request: PromotionRequest = {
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

function world(fulfil: (request: PromotionRequest) => void) {
  const directory = mkdtempSync(join(tmpdir(), 'spanhouse-promotion-'));
  const files = openPromotionFiles(directory);
  const clock = new FakeClock();
  const requests: PromotionRequest[] = [];
  const watch = watchPromotion({
    files,
    fulfil: (request) => {
      requests.push(request);
      return Promise.resolve().then(() => fulfil(request));
    },
    clock,
    logger: createSilentLogger(),
  });
  return { directory, files, clock, requests, watch };
}

describe('watchPromotion', () => {
  it('fulfils a request once, even if another process wrote it', async () => {
    const { directory, files, clock, requests, watch } = world(() => files.writeState(state));
    await clock.advance(2000);
    expect(requests).toEqual([]);

    openPromotionFiles(directory).writeRequest(request);
    await clock.advance(10_000);

    expect(requests).toEqual([request]);
    expect(openPromotionFiles(directory).readState()).toEqual(state);
    await watch.close();
  });

  it('records why it cannot fulfil a request, and retries until it can', async () => {
    let isReady = false;
    const { files, clock, requests, watch } = world(() => {
      if (!isReady) {
        throw new AppError('LOG_UNAVAILABLE', 'Kafka does not answer');
      }
      files.writeState(state);
    });
    files.writeRequest(request);
    await clock.advance(6000);
    const problem = files.readProblem();

    isReady = true;
    await clock.advance(12_000);

    expect(problem).toEqual({
      promotionId: 'one',
      form: 'promoted',
      problem: 'Kafka does not answer',
    });
    expect(requests.length).toBeGreaterThan(2);
    expect(files.readProblem()).toBeUndefined();
    await watch.close();
    expect(clock.pendingTimers).toBe(0);
  });

  it('retries a failing request at most every two minutes, and tries a new request at once', async () => {
    const { files, clock, requests, watch } = world(() => {
      throw new AppError('PROMOTION_DELAYED', 'requests did not end in time');
    });
    files.writeRequest(request);
    await clock.advance(3_600_000);
    const attempts = requests.length;

    files.writeRequest({ ...request, promotionId: 'two' });
    await clock.advance(1000);

    expect(attempts).toBeGreaterThanOrEqual(30);
    expect(attempts).toBeLessThan(70);
    expect(requests.slice(attempts)).toMatchObject([{ promotionId: 'two' }]);
    await watch.close();
  });

  it('protects the files from other users, because the files contain passwords', () => {
    const { directory, files } = world(() => undefined);

    files.writeRequest(request);

    const folder = join(directory, 'promotion');
    const modes = [folder, ...readdirSync(folder).map((name) => join(folder, name))];
    expect(modes.map((path) => statSync(path).mode & 0o077)).toEqual([0, 0]);
  });
});

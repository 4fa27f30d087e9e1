import { createRecordingLogger, FakeClock } from '@spanhouse/service-runtime/testing';
import type { LogSpace } from '../log-space-report.js';
import { UnreadBound } from './unread-bound.js';

const LOOK_MS = 2000;

function setUp(limitBytes = 1000) {
  const clock = new FakeClock();
  const { logger, lines } = createRecordingLogger();
  const spaces: LogSpace[] = [];
  const kafka = { unread: 0, isDown: false, isClosed: false };
  const bound = new UnreadBound({
    limitBytes,
    unread: {
      count: () =>
        kafka.isDown ? Promise.reject(new Error('no broker')) : Promise.resolve(kafka.unread),
      close: async () => {
        kafka.isClosed = await Promise.resolve(true);
      },
    },
    onSpace: (space) => spaces.push(space),
    clock,
    logger,
  });
  return { bound, clock, kafka, spaces, lines };
}

describe('UnreadBound', () => {
  it('refuses messages if the unread messages, at the mean size of sent messages, reach the limit', async () => {
    const { bound, clock, kafka, spaces } = setUp();
    await bound.watch();
    bound.sent(80);
    bound.sent(120);

    kafka.unread = 9;
    await clock.advance(LOOK_MS);
    const below = bound.refusal();
    kafka.unread = 10;
    await clock.advance(LOOK_MS);

    expect(below).toBeUndefined();
    expect(bound.refusal()).toBe(
      'the span log is full: about 1000 bytes are not stored yet, at most 1000 may wait',
    );
    expect(spaces.slice(1)).toEqual([
      { usedBytes: 900, limitBytes: 1000 },
      { usedBytes: 1000, limitBytes: 1000 },
    ]);
  });

  it('adds the bytes sent between two checks', async () => {
    const { bound } = setUp();
    await bound.watch();

    bound.sent(600);
    const below = bound.refusal();
    bound.sent(600);

    expect(below).toBeUndefined();
    expect(bound.refusal()).toBeDefined();
  });

  it('keeps the previous count when a check fails, and repeats the check', async () => {
    const { bound, clock, kafka, lines } = setUp();
    await bound.watch();
    bound.sent(100);
    kafka.unread = 50;
    await clock.advance(LOOK_MS);

    kafka.isDown = true;
    await clock.advance(LOOK_MS);
    const kept = bound.refusal();
    kafka.isDown = false;
    kafka.unread = 0;
    await clock.advance(LOOK_MS);

    expect(kept).toBeDefined();
    expect(lines).toHaveLength(1);
    expect(bound.refusal()).toBeUndefined();
  });

  it('lowers its estimate when messages become smaller', async () => {
    const { bound, clock, kafka } = setUp();
    await bound.watch();
    bound.sent(100_000);
    for (let sent = 0; sent < 100_000; sent++) {
      bound.sent(10);
    }

    kafka.unread = 90;
    await clock.advance(LOOK_MS);

    expect(bound.usedBytes).toBe(900);
  });

  it('stops its checks and closes the counter when it is closed', async () => {
    const { bound, clock, kafka } = setUp();
    await bound.watch();

    await bound.close();

    expect(clock.pendingTimers).toBe(0);
    expect(kafka.isClosed).toBe(true);
  });
});

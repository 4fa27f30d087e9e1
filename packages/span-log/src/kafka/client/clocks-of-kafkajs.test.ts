import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const RequestQueue = require('kafkajs/src/network/requestQueue');
const SocketRequest = require('kafkajs/src/network/requestQueue/socketRequest');
const ConsumerGroup = require('kafkajs/src/consumer/consumerGroup');

const HOUR_MS = 3_600_000;

function setWallClock(byMs: number): void {
  const before = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(before + byMs);
}

/** Sends a request that is never answered. Resolves when the client gives up. */
function givenUpRequest(): {
  readonly queue: typeof RequestQueue;
  readonly givenUp: Promise<void>;
} {
  const { promise: givenUp, resolve } = Promise.withResolvers<void>();
  const queue = new RequestQueue({ requestTimeout: 20, enforceRequestTimeout: true });
  queue.push({
    entry: { correlationId: 1, reject: () => resolve() },
    expectResponse: true,
    sendRequest: () => undefined,
  });
  return { queue, givenUp };
}

describe('kafkajs with our patch', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('gives up a request on time although the wall clock is set back', async () => {
    const { queue, givenUp } = givenUpRequest();
    setWallClock(-HOUR_MS);

    queue.scheduleRequestTimeoutCheck();
    await givenUp;

    queue.destroy();
  });

  it('sends heartbeats although the wall clock is set back', async () => {
    const heartbeat = jest.fn(() => Promise.resolve());
    const group = new ConsumerGroup({
      logger: { namespace: () => undefined },
      instrumentationEmitter: { emit: () => undefined },
    });
    Object.assign(group, { memberId: 'a', coordinator: { heartbeat } });
    setWallClock(-HOUR_MS);

    await group.heartbeat({ interval: 0 });

    expect(heartbeat).toHaveBeenCalledTimes(1);
  });

  it('sends again after a throttle time although the wall clock is set back', () => {
    const queue = new RequestQueue({ logger: { debug: () => undefined } });
    const nowMs = performance.now();
    const monotonicClock = jest.spyOn(performance, 'now').mockReturnValue(nowMs);
    queue.maybeThrottle(20);
    setWallClock(-HOUR_MS);

    monotonicClock.mockReturnValue(nowMs + 21);

    expect(queue.canSendSocketRequestImmediately()).toBe(true);
  });

  it('measures the times of a request although the wall clock is set back', () => {
    const entry = { correlationId: 1, resolve: () => undefined };
    const request = new SocketRequest({ entry, send: () => undefined });
    setWallClock(-HOUR_MS);

    request.send();
    request.completed({ size: 0, payload: undefined });

    for (const durationMs of [request.pendingDuration, request.duration]) {
      expect(durationMs).toBeGreaterThanOrEqual(0);
      expect(durationMs).toBeLessThan(HOUR_MS);
    }
  });
});

import { FakeClock } from '@spanhouse/service-runtime/testing';
import { FakeCommittedOffsets } from '../testing/fake-committed-offsets.js';
import { DeferredCommittedOffsets } from './deferred-committed-offsets.js';

const signal = new AbortController().signal;

describe('DeferredCommittedOffsets', () => {
  it('refuses everything until the log is reached', async () => {
    const deferred = new DeferredCommittedOffsets();
    const unavailable = { code: 'LOG_UNAVAILABLE', retryable: true };

    await expect(deferred.read()).rejects.toMatchObject(unavailable);
    await expect(deferred.readAsOf()).rejects.toMatchObject(unavailable);
    await expect(deferred.readEnds()).rejects.toMatchObject(unavailable);
    await expect(deferred.waitFor(new Map(), { timeoutMs: 1, signal })).rejects.toMatchObject(
      unavailable,
    );
    expect(() => deferred.logId).toThrow(expect.objectContaining(unavailable));
  });

  it('forwards every call once the log is reached', async () => {
    const deferred = new DeferredCommittedOffsets();
    const clock = new FakeClock();
    const offsets = new FakeCommittedOffsets(clock);
    offsets.commit(4, 2);

    await deferred.resolve(offsets);

    await expect(deferred.read()).resolves.toEqual([4, 2]);
    await expect(deferred.readAsOf()).resolves.toEqual({ offsets: [4, 2], asOfNs: clock.nowNs() });
    await expect(deferred.readEnds()).resolves.toEqual([4, 2]);
    await expect(deferred.waitFor(new Map([[0, 4]]), { timeoutMs: 1, signal })).resolves.toBe(true);
    expect([deferred.logId, deferred.generation, deferred.partitionCount]).toEqual([
      'in-memory-log',
      1,
      2,
    ]);
  });

  it('closes a log that is reached only after the close', async () => {
    const deferred = new DeferredCommittedOffsets();
    const offsets = new FakeCommittedOffsets(new FakeClock());
    await deferred.close();

    await deferred.resolve(offsets);

    expect(offsets.isClosed).toBe(true);
  });
});

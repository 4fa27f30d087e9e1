import { createBackoff } from '@spanhouse/service-runtime';
import { createSilentLogger, FakeClock } from '@spanhouse/service-runtime/testing';
import type { CommittedPosition } from '@spanhouse/span-log/subscription';
import { commitPosition } from './commit-position.js';
import type { FlushContext } from './flush-context.js';

const position = { partition: 0, offset: 7, metadata: '' };

/** Builds a log that refuses each commit. */
function world() {
  const clock = new FakeClock();
  const aborter = new AbortController();
  const commits: CommittedPosition[] = [];
  const context: Partial<FlushContext> = {
    subscription: {
      logId: 'log',
      topic: 'spans',
      generation: 1,
      commit: (committed) => {
        commits.push(committed);
        return Promise.resolve({ status: 'retryable', reason: 'no broker' });
      },
    },
    clock,
    logger: createSilentLogger(),
    observer: { retried: () => undefined } as never,
    createBackoff: () => createBackoff({ initialMs: 100, maxMs: 1000 }),
    signal: aborter.signal,
  };
  return { clock, aborter, commits, context: context as FlushContext };
}

describe('commitPosition', () => {
  it('commits nothing for a discarded partition, because it would overwrite the new record', async () => {
    const { aborter, commits, context } = world();
    aborter.abort();

    await expect(commitPosition(position, context)).rejects.toBe(aborter.signal.reason);
    expect(commits).toEqual([]);
  });

  it('stops retrying when the partition is discarded', async () => {
    const { clock, aborter, commits, context } = world();

    const outcome = expect(commitPosition(position, context)).rejects.toBeDefined();
    await clock.advance(10);
    aborter.abort();
    await outcome;
    await clock.advance(10_000);

    expect(commits).toHaveLength(1);
  });
});

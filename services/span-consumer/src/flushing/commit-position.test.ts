import { createBackoff } from '@spanhouse/service-runtime';
import { createSilentLogger, FakeClock } from '@spanhouse/service-runtime/testing';
import type { CommitOutcome, CommittedPosition } from '@spanhouse/span-log/subscription';
import { FakeSpanWriter } from '@spanhouse/trace-store/testing';
import { MemoryBudget } from '../blocks/memory-budget.js';
import { textFrameRows, textFrames } from '../testing/text-frames.js';
import { commitPosition } from './commit-position.js';
import { EntryCarrier } from './entry-carrier.js';
import type { FlushContext } from './flush-context.js';

const position = { partition: 0, offset: 7, metadata: '' };

function world(outcomes: readonly CommitOutcome[]) {
  const clock = new FakeClock();
  const aborter = new AbortController();
  const commits: CommittedPosition[] = [];
  const left = [...outcomes];
  const retries: string[] = [];
  const context: FlushContext = {
    subscription: {
      logId: 'log',
      topic: 'spans',
      generation: 1,
      commit: (committed) => {
        commits.push(committed);
        return Promise.resolve(left.shift() ?? { status: 'committed' });
      },
    },
    writer: new FakeSpanWriter(textFrames),
    deadLetters: {
      put: () => Promise.resolve(),
      settle: () => Promise.resolve(),
      putLost: () => Promise.resolve(),
    },
    carrier: new EntryCarrier({
      ledger: { enter: () => Promise.resolve() },
      clock,
      logger: createSilentLogger(),
      maxMetadataBytes: 4000,
      onRetry: () => undefined,
    }),
    frameRows: textFrameRows,
    clock,
    logger: createSilentLogger(),
    observer: {
      retried: (operation, code) => retries.push(`${operation} ${code}`),
      storeAnswered: () => undefined,
      deadLettered: () => undefined,
      settled: () => undefined,
      lostMessages: () => undefined,
    },
    unpacking: new MemoryBudget(1),
    createBackoff: () => createBackoff({ initialMs: 100, maxMs: 1000 }),
    unknownErrorGraceMs: 60_000,
    signal: aborter.signal,
  };
  return { clock, aborter, commits, retries, context };
}

const noBroker: CommitOutcome = { status: 'retryable', reason: 'no broker' };

describe('commitPosition', () => {
  it('repeats the same commit until the log accepts it', async () => {
    const { clock, commits, retries, context } = world([noBroker, noBroker]);

    const outcome = commitPosition(position, context);
    await clock.advance(300);

    expect(await outcome).toBe('committed');
    expect(commits).toEqual([position, position, position]);
    expect(retries).toEqual(['commit LOG_UNAVAILABLE', 'commit LOG_UNAVAILABLE']);
  });

  it('ends when the partition is lost', async () => {
    const { commits, context } = world([{ status: 'lost' }]);

    expect(await commitPosition(position, context)).toBe('lost');
    expect(commits).toHaveLength(1);
  });

  it('commits nothing for a discarded partition, because it would overwrite the new record', async () => {
    const { aborter, commits, context } = world([]);
    aborter.abort();

    await expect(commitPosition(position, context)).rejects.toBe(aborter.signal.reason);
    expect(commits).toEqual([]);
  });

  it('stops retrying when the partition is discarded', async () => {
    const { clock, aborter, commits, context } = world([noBroker, noBroker]);

    const outcome = expect(commitPosition(position, context)).rejects.toBeDefined();
    await clock.advance(10);
    aborter.abort();
    await outcome;
    await clock.advance(10_000);

    expect(commits).toHaveLength(1);
  });
});

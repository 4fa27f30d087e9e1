import { AppError } from '@spanhouse/service-runtime';
import type { DeadLetter } from '@spanhouse/span-log/dead-letters';
import type { IndexedDeadLetter } from '@spanhouse/trace-store/writer';
import { indexDeadLetters } from './index-dead-letters.js';

const letter: DeadLetter = {
  origin: { partition: 2, offset: 7 },
  firstRow: 1,
  rowCount: 3,
  stage: 'insert',
  reason: '469: refused',
  bytes: new Uint8Array(),
  uncompressedBytes: 3,
  rowSchemaVersion: 1,
  projectId: 'a-project',
};

function create() {
  const kept: DeadLetter[] = [];
  const indexed: IndexedDeadLetter[] = [];
  const failures: { sink?: Error; index?: Error } = {};
  const sink = {
    put: async (letters: readonly DeadLetter[]) => {
      if (failures.sink !== undefined) {
        throw failures.sink;
      }
      kept.push(...letters);
    },
    settle: () => Promise.resolve(),
  };
  const index = {
    record: async (letters: readonly IndexedDeadLetter[]) => {
      if (failures.index !== undefined) {
        throw failures.index;
      }
      indexed.push(...letters);
    },
    recordLost: () => Promise.resolve(),
  };
  return { kept, indexed, failures, ...indexDeadLetters({ sink, index, logId: 'a-log' }) };
}

const unavailable = new AppError('CLICKHOUSE_UNAVAILABLE', 'unavailable', { retryable: true });

describe('indexDeadLetters', () => {
  it('writes a letter, then indexes the position of its message', async () => {
    const { put, kept, indexed } = create();

    await put([letter]);

    expect(kept).toEqual([letter]);
    expect(indexed).toEqual([
      {
        logId: 'a-log',
        position: { partition: 2, offset: 7 },
        firstRow: 1,
        rowCount: 3,
        stage: 'insert',
        reason: '469: refused',
        projectId: 'a-project',
      },
    ]);
  });

  it('fails while the index is unavailable, and writes the letter only once', async () => {
    const { put, kept, indexed, failures } = create();
    failures.index = unavailable;
    await expect(put([letter])).rejects.toBe(unavailable);
    await expect(put([letter])).rejects.toBe(unavailable);
    delete failures.index;

    await put([letter]);

    expect([kept.length, indexed.length]).toEqual([1, 1]);
  });
});

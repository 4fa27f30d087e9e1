import type { DeadLetter, DeadLetterSink } from '@spanhouse/span-log/dead-letters';
import type { DeadLetterIndex, IndexedDeadLetter } from '@spanhouse/trace-store/writer';
import type { UnstoredSpans } from './flush-context.js';

export interface IndexDeadLettersOptions {
  readonly sink: Pick<DeadLetterSink, 'put' | 'settle'>;
  readonly index: Pick<DeadLetterIndex, 'record' | 'recordLost'>;
  /** Id of the log from which the dead-lettered messages came. */
  readonly logId: string;
}

/**
 * Returns a sink that also enters letters into the index in ClickHouse, where receipts find them. `put` resolves after
 * both `sink` and the index have the letters. If only the index has failed, a retry does not write the letters to
 * `sink` again. See docs/adr/044-answer-a-write-with-a-signed-receipt.md.
 */
export function indexDeadLetters({ sink, index, logId }: IndexDeadLettersOptions): UnstoredSpans {
  const written = new WeakSet<DeadLetter>();
  return {
    async put(letters) {
      const unwritten = letters.filter((letter) => !written.has(letter));
      if (unwritten.length > 0) {
        await sink.put(unwritten);
      }
      for (const letter of unwritten) {
        written.add(letter);
      }
      await index.record(letters.map((letter) => toIndexed(letter, logId)));
    },
    settle: (retries) => sink.settle(retries),
    putLost: ({ partition, first, end }) => index.recordLost({ logId, partition, first, end }),
  };
}

function toIndexed(
  { origin: { partition, offset }, firstRow, rowCount, projectId, stage, reason }: DeadLetter,
  logId: string,
): IndexedDeadLetter {
  return {
    logId,
    position: { partition, offset },
    firstRow,
    rowCount,
    projectId,
    stage,
    reason,
  };
}

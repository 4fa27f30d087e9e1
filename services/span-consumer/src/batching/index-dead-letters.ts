import type { DeadLetter, DeadLetterSink } from '@spanhouse/span-log/dead-letters';
import type { DeadLetterIndex, IndexedDeadLetter } from '@spanhouse/trace-store/writer';

export interface IndexDeadLettersOptions {
  readonly sink: Pick<DeadLetterSink, 'put'>;
  readonly index: Pick<DeadLetterIndex, 'record'>;
  /** Names the log the letters come from. */
  readonly logId: string;
}

/**
 * The same sink, after which receipts know of the letters: `put` resolves once the index holds them
 * too. A letter that is put again because only the index was away does not go to the sink again.
 */
export function indexDeadLetters({
  sink,
  index,
  logId,
}: IndexDeadLettersOptions): Pick<DeadLetterSink, 'put'> {
  const kept = new WeakSet<DeadLetter>();
  return {
    async put(letters) {
      const unkept = letters.filter((letter) => !kept.has(letter));
      if (unkept.length > 0) await sink.put(unkept);
      for (const letter of unkept) kept.add(letter);
      await index.record(letters.map((letter) => toIndexed(letter, logId)));
    },
  };
}

function toIndexed(
  { origin: { partition, offset }, firstRow, rowCount, projectId, stage, reason }: DeadLetter,
  logId: string,
): IndexedDeadLetter {
  return {
    ...{ logId, place: { partition, offset } },
    ...{ firstRow, rowCount, projectId, stage, reason },
  };
}

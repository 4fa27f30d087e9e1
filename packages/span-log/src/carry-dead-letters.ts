import {
  type DeadLetterReader,
  deadLetterIdOf,
  type KeptDeadLetter,
  type LetterPosition,
  type ListedDeadLetter,
} from './dead-letter-reader.js';
import type { DeadLetter, DeadLetterSink } from './dead-letter-sink.js';

const PAGE_LETTERS = 500;
/** Letters that are read into memory at a time. */
const CARRIED_LETTERS = 20;

/**
 * Puts every dead letter of one log into another. The oldest come first, so that lists keep their order. The other log
 * MUST write them with the generation of the first log, so that they keep their ids. A repetition changes nothing.
 * Resolves with the number of letters.
 */
export async function carryDeadLetters(
  from: Pick<DeadLetterReader, 'list' | 'find'>,
  to: Pick<DeadLetterSink, 'put'>,
  signal: AbortSignal,
): Promise<number> {
  const letters = (await listAll(from, signal)).toReversed();
  for (let start = 0; start < letters.length; start += CARRIED_LETTERS) {
    const ids = letters.slice(start, start + CARRIED_LETTERS).map(({ id }) => id);
    const found = await Promise.all(ids.map((id) => from.find(id, signal)));
    await to.put(found.filter((letter) => letter !== undefined).map(toPut));
  }
  return letters.length;
}

function toPut({ recordedAtMs, retriedAtMs, id, ...letter }: KeptDeadLetter): DeadLetter {
  return letter;
}

/**
 * Settles the letters in `to` that `carryDeadLetters` has put into `from` under this generation and that are settled in
 * `from`. While `from.letters.unlisted` is above 0, a letter that is not found may be unlisted, so it is not settled. A
 * repetition changes nothing.
 */
export async function settleCarried(
  from: {
    readonly letters: Pick<DeadLetterReader, 'find' | 'unlisted'>;
    readonly generation: number;
  },
  to: {
    readonly letters: Pick<DeadLetterReader, 'list'>;
    readonly sink: Pick<DeadLetterSink, 'settle'>;
  },
  signal: AbortSignal,
): Promise<void> {
  const { letters, generation } = from;
  for (const { id: letterId, origin, firstRow } of await listAll(to.letters, signal)) {
    const carriedId = deadLetterIdOf({ generation, origin, firstRow });
    const found = await letters.find(carriedId, signal);
    if (found === undefined && letters.unlisted === 0) {
      await to.sink.settle([{ letterId, origin }]);
    }
  }
}

/** Lists every letter, newest first. The number of letters is bounded, and they come without their bytes. */
async function listAll(
  from: Pick<DeadLetterReader, 'list'>,
  signal: AbortSignal,
): Promise<readonly ListedDeadLetter[]> {
  const letters: ListedDeadLetter[] = [];
  let after: LetterPosition | undefined;
  do {
    const selection = { projectId: undefined, limit: PAGE_LETTERS, after };
    const page = await from.list(selection, signal);
    letters.push(...page.letters);
    after = page.next;
  } while (after !== undefined);
  return letters;
}

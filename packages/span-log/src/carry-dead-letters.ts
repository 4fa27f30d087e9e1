import {
  type DeadLetterReader,
  deadLetterIdOf,
  type KeptDeadLetter,
  type LetterPosition,
  type ListedDeadLetter,
} from './dead-letter-reader.js';
import type { DeadLetter, DeadLetterSink } from './dead-letter-sink.js';

const PAGE_LETTERS = 500;
/** Maximum number of letters that are read into memory at a time. */
const CARRIED_LETTERS = 20;

/**
 * Copies every dead letter from one log to another, oldest first, so that lists keep their order. The target MUST write
 * the letters with the generation of the source log, so that the letters keep their ids. Another run changes nothing.
 * Resolves with the number of letters in the source log.
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
 * Settles each letter of `to` that `carryDeadLetters` copied to `from` under the generation `from.generation` and that
 * has been settled there. A copy is considered settled if `from` does not find it. While `from.letters.unlisted` is
 * above 0, a missing copy may be unsettled, so nothing is settled. Another run changes nothing.
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

/** Lists every letter, newest first. The number of letters is bounded, and the list does not contain their bytes. */
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

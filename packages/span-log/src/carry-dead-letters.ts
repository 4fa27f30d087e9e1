import {
  type DeadLetterReader,
  deadLetterIdOf,
  type KeptDeadLetter,
  type LetterPosition,
  type ListedDeadLetter,
} from './dead-letter-reader.js';
import type { DeadLetter, DeadLetterSink } from './dead-letter-sink.js';

const PAGE_LETTERS = 500;
/** So many letters are read into memory at a time. */
const CARRIED_LETTERS = 20;

/**
 * Puts every dead letter of one log into another, the oldest first, so that lists keep their order. The other log
 * MUST write them with the generation of the first, so that they keep their ids. Repeating it changes nothing.
 * Resolves with their number.
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
 * Settles the letters of `to` that were carried from there to `from`, with this generation, and are settled there.
 * While `from` leaves letters out, one that it does not find may be one of those, and stays. Repeating it changes
 * nothing.
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

/** Newest first. The bytes of letters are bounded, and these are without them. */
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

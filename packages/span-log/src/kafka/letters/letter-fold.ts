import type {
  DeadLetterPage,
  DeadLetterSelection,
  ListedDeadLetter,
} from '../../dead-letter-reader.js';
import { decodeDeadLetterHeaders, eventOf } from '../../messages/dead-letter-headers.js';
import { parseDeadLetterId } from '../../messages/dead-letter-id.js';
import { isSelected, newestFirst } from '../../messages/dead-letter-order.js';
import type { ReceivedHeaders } from '../../messages/message-headers.js';

/** A message in the dead-letter topic, without its value. */
export interface LetterMessage {
  readonly offset: number;
  readonly timestampMs: number;
  readonly headers: ReceivedHeaders;
}

/** A letter and the offset of its bytes in the topic. */
export interface FoldedLetter extends ListedDeadLetter {
  readonly topicOffset: number;
  readonly rowSchemaVersion: number;
  readonly uncompressedBytes: number;
  /**
   * The position of the last refused retry in its partition, encoded so that positions in different logs can be
   * compared.
   */
  readonly refusedAt: bigint;
}

/**
 * Computes the current dead letters from the messages of the topic. A repeated or late message changes nothing. Late
 * messages occur because a consumer that has lost its partition may still complete a put.
 */
export class LetterFold {
  readonly #maxLetters: number;
  readonly #letters = new Map<string, FoldedLetter>();
  /** The ids of settled letters, in the order of settling. */
  readonly #settled = new Set<string>();
  #dropped = 0;
  /** All letters, newest first; undefined if letters have changed since the last sort. */
  #sorted: readonly FoldedLetter[] | undefined;

  /** Creates a fold that keeps the last `maxLetters` letters and the ids of the last `maxLetters` settled letters. */
  constructor(maxLetters: number) {
    this.#maxLetters = maxLetters;
  }

  /** Number of letters that were dropped because of `maxLetters`. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Applies a message. Messages MUST be applied in topic order. */
  apply(message: LetterMessage): void {
    const event = eventOf(message.headers);
    this.#sorted = undefined;
    if (event.kind === 'settled') {
      this.#settle(event.letterId);
    } else if (event.kind === 'refused') {
      this.#refuse(event.letterId, message);
    } else {
      this.#keep(message);
    }
  }

  /** Drops the letters whose messages are no longer in the topic. */
  dropBefore(topicOffset: number): void {
    for (const [id, letter] of this.#letters) {
      if (letter.topicOffset >= topicOffset) {
        return;
      }
      this.#letters.delete(id);
      this.#sorted = undefined;
    }
  }

  find(id: string): FoldedLetter | undefined {
    return this.#letters.get(id);
  }

  list(selection: DeadLetterSelection): DeadLetterPage {
    const { after, limit } = selection;
    this.#sorted ??= [...this.#letters.values()].sort(newestFirst);
    const isAfter = (letter: FoldedLetter) => after === undefined || newestFirst(after, letter) < 0;
    const found = this.#sorted.filter((letter) => isAfter(letter) && isSelected(letter, selection));
    const letters = found.slice(0, limit).map(toListed);
    return { letters, next: found.length > limit ? letters.at(-1) : undefined };
  }

  #keep({ offset: topicOffset, timestampMs: recordedAtMs, headers }: LetterMessage): void {
    const letter = { ...decodeDeadLetterHeaders(headers), recordedAtMs, topicOffset };
    if (this.#settled.has(letter.id) || this.#letters.has(letter.id)) {
      return;
    }
    this.#letters.set(letter.id, { ...letter, refusedAt: 0n });
    const [oldest] = this.#letters.keys();
    if (this.#letters.size > this.#maxLetters && oldest !== undefined) {
      this.#letters.delete(oldest);
      this.#dropped += 1;
    }
  }

  #refuse(letterId: string, { headers, timestampMs }: LetterMessage): void {
    const letter = this.#letters.get(letterId);
    const { id, origin, reason } = decodeDeadLetterHeaders(headers);
    const refusedAt = orderOf(parseDeadLetterId(id)?.generation ?? 0, origin.offset);
    if (letter === undefined || refusedAt < letter.refusedAt) {
      return;
    }
    this.#letters.set(letterId, { ...letter, reason, refusedAt, retriedAtMs: timestampMs });
  }

  #settle(letterId: string): void {
    this.#letters.delete(letterId);
    this.#settled.add(letterId);
    const [oldest] = this.#settled;
    if (this.#settled.size > this.#maxLetters && oldest !== undefined) {
      this.#settled.delete(oldest);
    }
  }
}

/** Removes the fields that only the fold and `find` need. */
function toListed(letter: FoldedLetter): ListedDeadLetter {
  const { topicOffset, rowSchemaVersion, uncompressedBytes, refusedAt, ...listed } = letter;
  return listed;
}

/** Encodes the generation in the bits above the offset, so that every position in a later log is greater. */
function orderOf(generation: number, offset: number): bigint {
  return (BigInt(generation) << 48n) | BigInt(offset);
}

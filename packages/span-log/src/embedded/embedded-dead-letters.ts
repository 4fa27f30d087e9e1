import type { Clock } from '@spanhouse/service-runtime';
import type {
  DeadLetterPage,
  DeadLetterReader,
  DeadLetterSelection,
  KeptDeadLetter,
  LetterPosition,
  ListedDeadLetter,
} from '../dead-letter-reader.js';
import type { DeadLetter, DeadLetterSink, StoredRetry } from '../dead-letter-sink.js';
import {
  decodeDeadLetterHeaders,
  encodeDeadLetterHeaders,
} from '../messages/dead-letter-headers.js';
import { deadLetterIdOf, parseDeadLetterId } from '../messages/dead-letter-id.js';
import { isSelected } from '../messages/dead-letter-order.js';
import type { TextHeaders } from '../messages/message-headers.js';
import type { DeadLetterBounds } from './dead-letter-bounds.js';
import type { GroupCommit } from './group-commit.js';
import { deadLetterKeyOf, MAX_OFFSET } from './log-keys.js';
import {
  isSettled,
  putAtHeader,
  readPutAt,
  StoredLetters,
  settledHeader,
} from './stored-letters.js';

interface EmbeddedDeadLettersParts {
  readonly letters: StoredLetters;
  readonly commits: GroupCommit;
  readonly bounds: DeadLetterBounds;
  readonly generation: number;
  readonly clock: Clock;
}

/** Name of the header that holds the offset of the last refused retry. */
const refusedOffsetHeader = 'refused-offset';
const retriedAtHeader = 'retried-at';
/**
 * Maximum number of letters that one call examines. Examining that many letters blocks the main thread for a few
 * milliseconds.
 */
const MAX_SCANNED = 2000;
const noBytes = Buffer.alloc(0);

/** Keeps dead letters in the log's file. Putting a letter again replaces its entry. */
export class EmbeddedDeadLetters implements DeadLetterSink, DeadLetterReader {
  /** Always 0: the reader omits no letters, because DeadLetterBounds removes old ones from the file. */
  readonly unlisted = 0;
  readonly #parts: EmbeddedDeadLettersParts;
  /**
   * Promise for the last change. Changes run one after another, because each change reads the values that it replaces.
   */
  #changing: Promise<unknown> = Promise.resolve();

  constructor(parts: EmbeddedDeadLettersParts) {
    this.#parts = parts;
  }

  put(letters: readonly DeadLetter[]): Promise<void> {
    return this.#change(letters, (letter) =>
      letter.retryOf === undefined ? this.#keep(letter) : this.#refuse(letter, letter.retryOf),
    );
  }

  settle(retries: readonly StoredRetry[]): Promise<void> {
    return this.#change(retries, ({ letterId }) => this.#settle(letterId));
  }

  list({ limit, ...selection }: DeadLetterSelection): Promise<DeadLetterPage> {
    const letters: ListedDeadLetter[] = [];
    let scanned: LetterPosition | undefined;
    let count = 0;
    for (const { headers } of this.#from(selection)) {
      if (letters.length === limit || count === MAX_SCANNED) {
        return Promise.resolve({ letters, next: scanned });
      }
      const letter = this.#listed(headers);
      if (letter.recordedAtMs < (selection.oldestMs ?? 0)) {
        break;
      }
      count += 1;
      scanned = letter;
      if (isSelected(letter, { limit, ...selection })) {
        letters.push(letter);
      }
    }
    return Promise.resolve({ letters, next: undefined });
  }

  find(id: string): Promise<KeptDeadLetter | undefined> {
    const entry = this.#entryOf(id);
    const found = entry && this.#parts.letters.read(entry.key);
    if (found === undefined || isSettled(found.headers)) {
      return Promise.resolve(undefined);
    }
    const { rowSchemaVersion, uncompressedBytes } = decodeDeadLetterHeaders(found.headers);
    const facts = { rowSchemaVersion, uncompressedBytes };
    return Promise.resolve({ ...this.#listed(found.headers), ...facts, bytes: found.payload });
  }

  async close(): Promise<void> {
    await this.#changing;
    await this.#parts.commits.finished();
  }

  /** Applies the changes of one call in one commit. Calls run one after another. */
  #change<Item>(items: readonly Item[], change: (item: Item) => Promise<unknown>): Promise<void> {
    if (items.length === 0) {
      return Promise.resolve();
    }
    const changed = this.#changing.then(() =>
      this.#parts.commits.write(() => Promise.all(items.map(change))),
    );
    this.#changing = changed.catch(() => undefined);
    return changed;
  }

  #keep(letter: DeadLetter): Promise<unknown> {
    const { letters, bounds, generation, clock } = this.#parts;
    const key = deadLetterKeyOf(letter.origin, letter.firstRow);
    if (letters.read(key) !== undefined) {
      return Promise.resolve();
    }
    const headers = {
      ...encodeDeadLetterHeaders(letter, generation),
      [putAtHeader]: String(clock.nowMs()),
    };
    const added = StoredLetters.bytesOf(headers, letter.bytes);
    return Promise.all([bounds.makeRoom(added), letters.write(key, headers, letter.bytes)]);
  }

  /** Replaces the reason of the original letter with the reason why a retry was refused. */
  #refuse({ origin, reason }: DeadLetter, letterId: string): Promise<unknown> {
    const { letters, clock } = this.#parts;
    const entry = this.#entryOf(letterId);
    const before = entry && letters.read(entry.key);
    if (entry === undefined || before === undefined || isSettled(before.headers)) {
      return Promise.resolve();
    }
    if (origin.offset < Number(before.headers[refusedOffsetHeader] ?? 0)) {
      return Promise.resolve();
    }
    const headers = {
      ...before.headers,
      reason,
      [refusedOffsetHeader]: String(origin.offset),
      [retriedAtHeader]: String(clock.nowMs()),
    };
    return letters.write(entry.key, headers, before.payload);
  }

  /**
   * Replaces the letter with a settled mark, so that a later put cannot restore it. The mark expires at the same age as
   * a letter.
   */
  #settle(letterId: string): Promise<unknown> {
    const { letters, bounds, clock } = this.#parts;
    const entry = this.#entryOf(letterId);
    if (entry === undefined) {
      return Promise.resolve();
    }
    const before = letters.read(entry.key);
    const headers = {
      [settledHeader]: '1',
      'row-count': '0',
      [putAtHeader]: String(clock.nowMs()),
    };
    const added = StoredLetters.bytesOf(headers, noBytes) - (before?.bytes ?? 0);
    return Promise.all([bounds.makeRoom(added), letters.write(entry.key, headers, noBytes)]);
  }

  #entryOf(letterId: string): { readonly key: Buffer } | undefined {
    const identity = parseDeadLetterId(letterId);
    return identity?.generation === this.#parts.generation
      ? { key: deadLetterKeyOf(identity.origin, identity.firstRow) }
      : undefined;
  }

  #from({ newestMs, after }: Pick<DeadLetterSelection, 'newestMs' | 'after'>) {
    const { letters } = this.#parts;
    const entry = after && this.#entryOf(after.id);
    const isInside = after !== undefined && after.recordedAtMs < (newestMs ?? MAX_OFFSET);
    return isInside && entry !== undefined
      ? letters.newestFirst({ timeMs: after.recordedAtMs, key: entry.key })
      : letters.newestFirst({ timeMs: newestMs ?? MAX_OFFSET });
  }

  #listed(headers: TextHeaders): ListedDeadLetter {
    const { origin, firstRow, rowCount, stage, reason, projectId } =
      decodeDeadLetterHeaders(headers);
    const retriedAt = headers[retriedAtHeader];
    return {
      // Letters from earlier versions do not contain their generation. All letters in a file have the generation of its
      // log.
      id: deadLetterIdOf({ generation: this.#parts.generation, origin, firstRow }),
      recordedAtMs: readPutAt(headers),
      ...(retriedAt !== undefined && { retriedAtMs: Number(retriedAt) }),
      stage,
      reason,
      rowCount,
      origin,
      firstRow,
      projectId,
    };
  }
}

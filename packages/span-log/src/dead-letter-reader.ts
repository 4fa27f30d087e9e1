import type { DeadLetter } from './dead-letter-sink.js';
import type { LogPosition } from './messages/log-position.js';

export { deadLetterIdOf, parseDeadLetterId } from './messages/dead-letter-id.js';

/** A dead letter without its bytes. */
export interface ListedDeadLetter {
  /** The same as long as the letter exists; see `deadLetterIdOf`. */
  readonly id: string;
  /** When the letter was first put, in milliseconds since the Unix epoch; 0 if an earlier version put it. */
  readonly recordedAtMs: number;
  /** When the last refused retry was put. */
  readonly retriedAtMs?: number;
  readonly stage: DeadLetter['stage'];
  /** The reason of the last refusal. */
  readonly reason: string;
  readonly rowCount: number;
  readonly origin: LogPosition;
  readonly firstRow: number;
  /** Empty if the message did not state its project. */
  readonly projectId: string;
}

/** A dead letter with its bytes. */
export interface KeptDeadLetter
  extends ListedDeadLetter,
    Pick<DeadLetter, 'bytes' | 'uncompressedBytes' | 'rowSchemaVersion'> {}

/** The place of a letter in a list. */
export type LetterPosition = Pick<ListedDeadLetter, 'recordedAtMs' | 'id'>;

/** Which letters a page lists. */
export interface DeadLetterSelection {
  /** Letters of this project alone; of every project if undefined. */
  readonly projectId: string | undefined;
  readonly stage?: DeadLetter['stage'] | undefined;
  /** Inclusive. */
  readonly oldestMs?: number | undefined;
  /** Exclusive. */
  readonly newestMs?: number | undefined;
  readonly limit: number;
  /** The page begins after this place. */
  readonly after?: LetterPosition | undefined;
}

/** A page of letters, newest first. */
export interface DeadLetterPage {
  readonly letters: readonly ListedDeadLetter[];
  /** The place after which the next page begins; undefined at the end of the list. */
  readonly next: LetterPosition | undefined;
}

/**
 * Reads the dead letters of a log.
 *
 * - MUST show every `put` and `settle` that resolved before the call, of any process.
 * - MUST order letters by the time at which they were first put and by their place, newest first. Both stay
 *   the same, so the pages of a list neither repeat nor skip a letter.
 * - MUST NOT show a settled letter.
 * - MUST bound what a call reads and holds: a page MAY have fewer than `limit` letters, even none, and a `next`.
 * - MAY leave out the oldest letters above a bound; `unlisted` counts what it leaves out.
 * - Rejects with a retryable AppError while the log is unavailable, and with the reason of an aborted signal.
 */
export interface DeadLetterReader {
  list(selection: DeadLetterSelection, signal: AbortSignal): Promise<DeadLetterPage>;
  /** Resolves undefined for an unknown id. */
  find(id: string, signal: AbortSignal): Promise<KeptDeadLetter | undefined>;
  /** How many entries are too old to be read. */
  readonly unlisted: number;
  close(): Promise<void>;
}
